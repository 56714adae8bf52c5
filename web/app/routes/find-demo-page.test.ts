import { expect, test } from 'vitest';
import { findDemoPage } from './find-demo-page.ts';

const routes = [
  { path: 'ui', leadsTo: '/app/ui/alerts' },
  { path: 'icon/all', leadsTo: '/app/ui/icons' },
  { path: 'icon/$name', leadsTo: '/app/ui/icons' },
];

test('a page is found by its whole path, with or without stray slashes', () => {
  expect(findDemoPage(routes, 'ui')?.route).toBe(routes[0]);
  expect(findDemoPage(routes, '/ui/')?.route).toBe(routes[0]);
  expect(findDemoPage(routes, 'ui/x')).toBeUndefined();
  expect(findDemoPage(routes, '')).toBeUndefined();
});

test('a part that begins with $ takes what stands there; earlier routes win', () => {
  expect(findDemoPage(routes, 'icon/bolt')).toEqual({ route: routes[2], params: { name: 'bolt' } });
  expect(findDemoPage(routes, 'icon/all')?.route).toBe(routes[1]);
});
