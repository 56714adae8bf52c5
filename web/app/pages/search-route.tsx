import { SearchPage } from '../../features/search/search-page.tsx';
import { useScreens } from '../shell/use-screens.ts';

/** The search page with the screens that the reader may see. */
export function SearchRoute() {
  return <SearchPage screens={useScreens()} />;
}
