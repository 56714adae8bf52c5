import { IconHome } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { groupResults } from '../../features/search/search-results.ts';
import { createAppRouter } from '../start.tsx';
import { navigationFor } from './navigation.ts';
import { foundScreens } from './use-screens.ts';

const ROLES = ['admin', 'property', 'advertiser'] as const;
type Role = (typeof ROLES)[number];
type Named = { readonly label: string; readonly to: string };

const screensOf = (role: Role): readonly Named[] => {
  const own = navigationFor(role, { hasApiDocs: true, isDemo: true }).flatMap(({ items }) => items);
  return [...own.flatMap((item) => ('to' in item ? [item] : [])), ...foundScreens(role, own)];
};
const addressesOf = (role: Role): string[] => screensOf(role).map(({ to }) => to);

/** The product's signed-in screens without a record in their address. */
const screens = Object.values(createAppRouter(null).routesById)
  .filter(({ fullPath, options }) => /^\/(app|admin)\//.test(fullPath) && !fullPath.includes('$') && options.staticData)
  .map(({ fullPath }) => fullPath);

test('the search finds every screen of the product', () => {
  const found = new Set(ROLES.flatMap(addressesOf));
  expect(screens.length).toBeGreaterThan(30);
  expect(screens.filter((screen) => !found.has(screen))).toEqual([]);
});

test.each([
  ['admin', ['/admin/campaigns/rates', '/admin/campaigns/reviews', '/admin/campaigns/form'], ['/app/colleagues']],
  ['property', ['/app/colleagues'], ['/app/campaigns/form', '/admin/campaigns/rates']],
  ['advertiser', ['/app/colleagues', '/app/campaigns/form'], ['/admin/campaigns/form']],
] as const)('the search of the role %s finds the screens of that role', (role, own, others) => {
  expect(addressesOf(role)).toEqual(expect.arrayContaining([...own]));
  for (const other of others) expect(addressesOf(role)).not.toContain(other);
});

const everyday: readonly (readonly [Role, string, string])[] = [
  ['admin', 'rates', '/admin/campaigns/rates'],
  ['admin', 'dark', '/app/edit_profile'],
  ['admin', 'payouts', '/admin/money/payouts'],
  ['property', 'bank account', '/app/documents'],
  ['property', 'charges', '/app/reports'],
  ['property', 'colleague', '/app/colleagues'],
  ['advertiser', 'spend', '/app/reports'],
  ['advertiser', 'clicks', '/app/reports'],
  ['advertiser', 'theme', '/app/edit_profile'],
];
test.each(everyday)('%s finds by "%s" the screen %s', (role, words, screen) => {
  const screens = screensOf(role).map((one) => ({ icon: IconHome, ...one }));
  const found = groupResults(words, screens, undefined, { isAdmin: role === 'admin' });
  expect(found.flatMap(({ results }) => results.map(({ target }) => 'to' in target && target.to))).toContain(screen);
});

test.each(ROLES)('no two screens that %s can find share a name or an address', (role) => {
  const screens = screensOf(role);
  for (const values of [screens.map(({ label }) => label), screens.map(({ to }) => to)])
    expect(values.filter((value, at) => values.indexOf(value) !== at)).toEqual([]);
});
