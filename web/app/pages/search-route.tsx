import { SearchPage } from '../../features/search/search-page.tsx';
import { NAVIGATION } from '../shell/navigation.ts';

/** The search page with the screens that exist. */
export function SearchRoute() {
  return <SearchPage screens={NAVIGATION} />;
}
