import { type ComponentType, lazy, Suspense } from 'react';
import { SearchPage } from '../../features/search/search-page.tsx';
import { PATHS } from '../paths.ts';
import { useScreens } from '../shell/use-screens.ts';

const Nothing = (): null => null;

/** What a family of demo pages adds here; without such a family there is nothing. */
const Addition = lazy(async () => {
  const { DEMO_ROUTES } = await import('../routes/demo-routes.ts');
  const additions = DEMO_ROUTES.flatMap((route): { path: string; addition: ComponentType }[] =>
    'addition' in route ? [route] : [],
  );
  return { default: additions.find(({ path }) => `${PATHS.app}/${path}` === PATHS.search)?.addition ?? Nothing };
});

/** The search page with the screens that exist; the sample results of the demo pages stand below an empty search. */
export function SearchRoute() {
  return (
    <SearchPage screens={useScreens()}>
      <Suspense>
        <Addition />
      </Suspense>
    </SearchPage>
  );
}
