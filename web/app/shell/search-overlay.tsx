import { SearchPalette, type SearchPaletteProps } from '../../features/search/search-palette.tsx';
import { useScreens } from './use-screens.ts';

/** The header's search with every screen that exists. */
export function SearchOverlay(props: Omit<SearchPaletteProps, 'screens'>) {
  return <SearchPalette screens={useScreens()} {...props} />;
}
