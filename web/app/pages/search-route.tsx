import { SearchPage } from '../../features/search/search-page.tsx';
import { PATHS } from '../paths.ts';
import { useScreens } from '../shell/use-screens.ts';
import { useShowcase } from '../shell/use-showcase.ts';

/** The search page with all screens. The showcase may add content below an empty search. */
export function SearchRoute() {
  const { showcase } = useShowcase(true);
  const Addition = showcase?.additionAt(PATHS.search.slice(PATHS.app.length + 1));
  return <SearchPage screens={useScreens()}>{Addition === undefined ? null : <Addition />}</SearchPage>;
}
