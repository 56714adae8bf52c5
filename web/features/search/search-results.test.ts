import { IconHome } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { groupResults } from './search-results.ts';

const screens = [
  { label: 'Dashboard', icon: IconHome, words: 'customers map', to: '/app/main/dashboard' },
  { label: 'API documentation', icon: IconHome, href: '/api/docs' },
];
const READER = { isAdmin: false };
const ADMIN = { isAdmin: true };
const hits = {
  customers: [{ id: 'c1', customer: 'Café Ünion', kind: 'property' }],
  outlets: [{ eui: '00a1b2c3d4e5f607', label: 'Food court 3', customer: 'Café Ünion', venue: 'Pier 4' }],
  venues: [],
  statements: [],
  documents: [],
};

test('offers every screen without words', () => {
  expect(groupResults('', screens, undefined, READER)).toMatchObject([{ kind: 'screens', results: [{}, {}] }]);
});

test('finds a showcase page, and does not offer it before the user types', () => {
  const shown = { label: 'Alerts', icon: IconHome, detail: 'Sample page', isOnlyFound: true, to: '/app/ui/alerts' };
  expect(groupResults('', [shown], undefined, READER)).toEqual([]);
  expect(groupResults('alert', [shown], undefined, READER)[0]?.results).toMatchObject([
    { label: 'Alerts', detail: 'Sample page' },
  ]);
});

test('finds a screen by part of its name or of its words, in any case', () => {
  expect(groupResults('DASH', screens, undefined, READER)[0]?.results.map(({ label }) => label)).toEqual(['Dashboard']);
  expect(groupResults('customer', screens, undefined, READER)[0]?.results).toHaveLength(1);
});

test('ranks a screen by its name above its words, and a prefix above a part', () => {
  const [letterhead, documentation, documents, profit] = [
    { label: 'Letterhead', icon: IconHome, words: 'invoices documents pdf', to: '/admin/letterhead' },
    { label: 'API documentation', icon: IconHome, href: '/api/docs' },
    { label: 'Documents', icon: IconHome, words: 'statements invoices', to: '/app/documents' },
    { label: 'Outlet profit', icon: IconHome, words: 'earnings', to: '/admin/profit' },
  ];
  const found = (words: string) =>
    groupResults(words, [letterhead, documentation, profit, documents], undefined, ADMIN).flatMap(({ results }) =>
      results.map(({ label }) => label),
    );
  expect(found('documents')).toEqual(['Documents', 'Letterhead']);
  expect(found('document')).toEqual(['Documents', 'API documentation', 'Letterhead']);
  expect(found('profit')).toEqual(['Outlet profit']);
  expect(found('')).toEqual(['Letterhead', 'API documentation', 'Outlet profit', 'Documents']);
});

test('treats a pattern as plain text (docs/threat-model.md#j6)', () => {
  expect(groupResults('(a+)+$', screens, undefined, READER)).toEqual([]);
});

test("opens a customer's card, and an outlet's popup on the map", () => {
  const [customers, outlets] = groupResults('pier', screens, hits, READER);
  expect(customers?.results[0]?.target).toEqual({ to: '/app/main/dashboard', search: { q: 'Café Ünion', open: 'c1' } });
  expect(outlets?.results[0]).toMatchObject({
    label: '00A1B2C3D4E5F607',
    detail: 'Food court 3 · Pier 4 · Café Ünion',
    target: { to: '/app/main/dashboard', search: { outlet: '00a1b2c3d4e5f607' } },
  });
});

test('ranks business results above the showcase and above screens that match only by their words', () => {
  const shown = { label: 'Café menu', icon: IconHome, isOnlyFound: true, isShowcase: true, to: '/app/extra/menu' };
  const worded = { label: 'Dashboard', icon: IconHome, words: 'café', to: '/app/main/dashboard' };
  const kinds = (words: string) => groupResults(words, [shown, worded], hits, READER).map(({ kind }) => kind);
  expect(kinds('café')).toEqual(['customers', 'outlets', 'screens', 'showcase']);
  expect(groupResults('dash', [shown, worded], hits, READER)[0]?.kind).toBe('screens');
});

test("opens an advertiser's drawer, and the places of a document, a campaign, a user and a statement", () => {
  const found = groupResults(
    'x',
    [],
    {
      customers: [{ id: 'a1', customer: 'Volt Cola', kind: 'advertiser' }],
      outlets: [],
      venues: [{ id: 'v1', venue: 'Pier 4', customer: 'Café Ünion' }],
      campaigns: [{ id: 'k1', campaign: 'Spring', flight: 'COLA-1', advertiser: 'Volt Cola', advertiser_id: 'a1' }],
      users: [{ id: 'u1', name: '', email: 'ann@hotel.example' }],
      statements: [{ customer_id: 'c1', customer: 'Café Ünion', kind: 'property', month: '2026-02' }],
      documents: [
        {
          id: 'invoice-2026-02-a1',
          kind: 'invoice',
          title: 'invoice',
          number: 'I-000012',
          month: '2026-02',
          customer: 'Volt Cola',
        },
      ],
    },
    ADMIN,
  );
  expect(found.map(({ kind, results }) => [kind, results[0]?.target])).toEqual([
    ['documents', { to: '/app/documents', search: { open: 'invoice-2026-02-a1' } }],
    ['customers', { to: '/admin/customers', search: { open: 'a1' } }],
    ['venues', { to: '/app/locate', search: { q: 'Pier 4' } }],
    ['campaigns', { to: '/admin/campaigns/k1', search: {} }],
    [
      'statements',
      {
        to: '/app/main/dashboard',
        search: { q: 'Café Ünion', open: 'c1', start: '2026-02-01', end: '2026-02-28' },
      },
    ],
    ['users', { to: '/admin/users', search: { show: 'u1' } }],
  ]);
});
