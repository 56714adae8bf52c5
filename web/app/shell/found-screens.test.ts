import { expect, test } from 'vitest';
import { createAppRouter } from '../router.ts';
import { foundScreens } from './found-screens.ts';
import { navigationFor } from './navigation.ts';

const ROLES = ['admin', 'property', 'advertiser'] as const;
const addressesOf = (role: (typeof ROLES)[number]): string[] => [
  ...navigationFor(role, { hasApiDocs: true, isDemo: true }).flatMap(({ items }) =>
    items.flatMap((item) => ('to' in item ? [item.to] : [])),
  ),
  ...foundScreens(role).map(({ to }) => to),
];

/** The product's screens behind the sign-in that can be opened without saying which row is meant. */
const screens = Object.values(createAppRouter(null).routesById)
  .filter(({ fullPath, options }) => /^\/(app|admin)\//.test(fullPath) && !fullPath.includes('$') && options.staticData)
  .map(({ fullPath }) => fullPath);

test('a search finds every screen of the product', () => {
  const found = new Set(ROLES.flatMap(addressesOf));
  expect(screens.length).toBeGreaterThan(30);
  expect(screens.filter((screen) => !found.has(screen))).toEqual([]);
});

test.each([
  ['admin', ['/admin/campaigns/rates', '/admin/campaigns/reviews', '/admin/campaigns/form'], ['/app/colleagues']],
  ['property', ['/app/colleagues'], ['/app/campaigns/form', '/admin/campaigns/rates']],
  ['advertiser', ['/app/colleagues', '/app/campaigns/form'], ['/admin/campaigns/form']],
] as const)('a search of %s finds the screens of that role', (role, own, others) => {
  expect(addressesOf(role)).toEqual(expect.arrayContaining([...own]));
  for (const other of others) expect(addressesOf(role)).not.toContain(other);
});
