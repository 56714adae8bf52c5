import { lazy, Suspense } from 'react';
import { SearchPage } from '../../features/search/search-page.tsx';
import { useScreens } from '../shell/use-screens.ts';

const MatchingResults = lazy(() =>
  import('../../features/demo/extra/matching-results.tsx').then(({ MatchingResults: component }) => ({
    default: component,
  })),
);

/** The search page with the screens that exist; the sample results of the demo pages stand below an empty search. */
export function SearchRoute() {
  return (
    <SearchPage screens={useScreens()}>
      <Suspense>
        <MatchingResults />
      </Suspense>
    </SearchPage>
  );
}
