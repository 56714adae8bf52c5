import { IconHome } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { groupResults } from './search-results.ts';

const screens = [
  { label: 'Dashboard', icon: IconHome, words: 'customers map', to: '/app/main/dashboard' },
  { label: 'API documentation', icon: IconHome, href: '/api/docs' },
];
const hits = {
  customers: [{ id: 'c1', customer: 'Café Ünion', kind: 'property' }],
  outlets: [{ eui: '00a1b2c3d4e5f607', customer: 'Café Ünion', venue: 'Pier 4' }],
};

test('without words every screen is offered', () => {
  expect(groupResults('', screens, undefined)).toMatchObject([{ kind: 'screens', results: [{}, {}] }]);
});

test('a demo page is found, and not offered before anything is typed', () => {
  const demo = { label: 'Alerts', icon: IconHome, detail: 'Demo page', isOnlyFound: true, to: '/app/ui/alerts' };
  expect(groupResults('', [demo], undefined)).toEqual([]);
  expect(groupResults('alert', [demo], undefined)[0]?.results).toMatchObject([
    { label: 'Alerts', detail: 'Demo page' },
  ]);
});

test('a screen is found by a part of its name or of its words, in any case', () => {
  expect(groupResults('DASH', screens, undefined)[0]?.results.map(({ label }) => label)).toEqual(['Dashboard']);
  expect(groupResults('customer', screens, undefined)[0]?.results).toHaveLength(1);
});

test('what looks like a pattern is a plain text (security J6)', () => {
  expect(groupResults('(a+)+$', screens, undefined)).toEqual([]);
});

test('a customer opens its card, an outlet its devices', () => {
  const [customers, outlets] = groupResults('pier', screens, hits);
  expect(customers?.results[0]?.target).toEqual({ to: '/app/main/dashboard', search: { q: 'Café Ünion', open: 'c1' } });
  expect(outlets?.results[0]).toMatchObject({
    label: '00A1B2C3D4E5F607',
    detail: 'Pier 4 · Café Ünion',
    target: { to: '/app/main/dashboard', search: { eui: '00a1b2c3d4e5f607' } },
  });
});
