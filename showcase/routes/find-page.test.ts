import { expect, test } from 'vitest';
import { additionAt, hasPage, pageAt } from './find-page.ts';

const Page = Object.assign(() => null, { preload: () => Promise.resolve() });
const Addition = () => null;
const routes = [
  { path: 'ui', leadsTo: '/app/ui/alerts' },
  { path: 'icon/all', leadsTo: '/app/ui/icons' },
  { path: 'icon/$name', title: 'Icon', component: Page },
  { path: 'extra/search', addition: Addition },
];

test('finds a page by its whole path, with or without extra slashes', () => {
  expect(pageAt(routes, 'ui')).toEqual({ leadsTo: '/app/ui/alerts' });
  expect(pageAt(routes, '/ui/')).toEqual({ leadsTo: '/app/ui/alerts' });
  expect(pageAt(routes, 'ui/x')).toBeUndefined();
  expect(pageAt(routes, '')).toBeUndefined();
});

test('a part that starts with $ matches any text; earlier routes win', () => {
  expect(pageAt(routes, 'icon/bolt')).toMatchObject({ title: 'Icon', component: Page, params: { name: 'bolt' } });
  expect(pageAt(routes, 'icon/all')).toEqual({ leadsTo: '/app/ui/icons' });
});

test('an addition to a screen of the product has an address but is not a page', () => {
  expect(pageAt(routes, 'extra/search')).toBeUndefined();
  expect(additionAt(routes, 'extra/search')).toBe(Addition);
  expect(additionAt(routes, 'ui')).toBeUndefined();
  expect(hasPage(routes, '/app/extra/search')).toBe(true);
  expect(hasPage(routes, '/app/ui/x')).toBe(false);
  expect(hasPage(routes, '/admin/ui')).toBe(false);
});
