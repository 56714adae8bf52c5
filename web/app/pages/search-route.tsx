import { SearchPage } from '../../features/search/search-page.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { screensFor } from '../shell/navigation.ts';

/** The search page with the screens that the reader may see. */
export function SearchRoute() {
  return <SearchPage screens={screensFor(useCurrentUser()?.role)} />;
}
