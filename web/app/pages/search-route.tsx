import type { ComponentType } from 'react';
import { SearchPage } from '../../features/search/search-page.tsx';
import { useCode } from '../../lib/use-code.ts';
import { PATHS } from '../paths.ts';
import { useScreens } from '../shell/use-screens.ts';

const Nothing = (): null => null;

/** What a family of demo pages adds here; without such a family there is nothing. */
const addition = async () => {
  const { DEMO_ROUTES } = await import('../routes/demo-routes.ts');
  const additions = DEMO_ROUTES.flatMap((route): { path: string; addition: ComponentType }[] =>
    'addition' in route ? [route] : [],
  );
  return { Addition: additions.find(({ path }) => `${PATHS.app}/${path}` === PATHS.search)?.addition ?? Nothing };
};

/** The search page with the screens that exist; the sample results of the demo pages stand below an empty search. */
export function SearchRoute() {
  const { code } = useCode(addition, true);
  return <SearchPage screens={useScreens()}>{code ? <code.Addition /> : null}</SearchPage>;
}
