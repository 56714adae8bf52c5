import type { Screen } from '../../features/search/search-results.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { foundScreens } from './found-screens.ts';
import { useNavigation } from './use-navigation.ts';
import { useHasScreen, useShowcase } from './use-showcase.ts';

/** Every screen that the search can find: first the product's own, then the showcase's once it is loaded. */
export function useScreens(): readonly Screen[] {
  const own = useNavigation().flatMap(({ items }) => items);
  const addresses = new Set(own.flatMap((item) => ('to' in item ? [item.to as string] : [])));
  const found = foundScreens(useCurrentUser()?.role, own);
  const hasScreen = useHasScreen();
  const { showcase } = useShowcase(true);
  const shown = showcase?.screens(hasScreen) ?? [];
  return [
    ...own,
    ...found.map((screen) => ({ ...screen, isOnlyFound: true })),
    ...shown
      .filter(({ to }) => !addresses.has(to))
      .map((screen) => ({ ...screen, isOnlyFound: true, isShowcase: true })),
  ];
}
