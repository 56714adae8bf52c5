import { demoScreensOf } from '../../features/demo/demo-pages.ts';
import type { Screen } from '../../features/search/search-results.ts';
import { useDemoSections } from './use-demo-sections.ts';
import { useNavigation } from './use-navigation.ts';

/** Every screen the search can find: the product's own first, then the demo pages. */
export function useScreens(): readonly Screen[] {
  const own = useNavigation().flatMap(({ items }) => items);
  const addresses = new Set(own.flatMap((item) => ('to' in item ? [item.to as string] : [])));
  const demo = demoScreensOf(useDemoSections()).filter(({ to }) => !addresses.has(to));
  return [
    ...own,
    ...demo.map(({ label, to, icon, group, words = '' }) => ({
      label,
      icon,
      to,
      words: `${words} ${group} demo`,
      detail: group === 'Demo page' ? group : `Demo page · ${group}`,
      isOnlyFound: true,
    })),
  ];
}
