import { SearchPalette, type SearchPaletteProps } from '../../features/search/search-palette.tsx';
import { useScreens } from './use-screens.ts';

/** The header's search across all screens. */
export function SearchOverlay(props: Omit<SearchPaletteProps, 'screens'>) {
  return <SearchPalette screens={useScreens()} {...props} />;
}
