import { expect, test } from 'vitest';
import type { View } from '#contract/list.ts';
import type { LiveViewPage } from './dashboard-api.ts';
import { pagesWith, withFreshItems, withNewestViews } from './live-plan.ts';

type Card = { id: string; views: number };
const cards = {
  pages: [
    {
      data: [
        { id: 'a', views: 1 },
        { id: 'b', views: 2 },
      ],
    },
    { data: [{ id: 'c', views: 3 }] },
  ],
  pageParams: [null, 'next'],
};
const idOf = ({ id }: Card) => id;

test('finds only the pages that contain a wanted item', () => {
  expect(pagesWith(cards, ({ id }: Card) => id === 'c')).toEqual([1]);
  expect(pagesWith(cards, ({ id }: Card) => id === 'z')).toEqual([]);
});

test('updates figures in place without changing order, pages or unknown cards', () => {
  const after = withFreshItems(
    cards,
    [
      { id: 'b', views: 9 },
      { id: 'a', views: 1 },
      { id: 'new', views: 5 },
    ],
    idOf,
  );
  expect(after.pages.map(({ data }) => data)).toEqual([
    [
      { id: 'a', views: 1 },
      { id: 'b', views: 9 },
    ],
    [{ id: 'c', views: 3 }],
  ]);
  expect(after.pages[0]?.data[0]).toBe(cards.pages[0]?.data[0]);
  expect(after.pages[1]).toBe(cards.pages[1]);
});

const view = (second: number, sponsor = 'Acme'): View => ({
  sponsor,
  timestamp: `2026-11-21T10:00:${String(second).padStart(2, '0')}.000Z`,
});
const page = (data: View[], next_cursor: string | null, views_total = 100): LiveViewPage => ({
  data,
  next_cursor,
  views_total,
  kept_since: null,
  arrived: 0,
});

test('puts arrivals first, and keeps the displaced rows and the later pages', () => {
  const before = {
    pages: [page([view(5), view(4), view(3)], 'after-3'), page([view(2), view(1)], null)],
    pageParams: [null, 'after-3'],
  };
  const after = withNewestViews(before, page([view(7), view(6), view(5)], 'after-5', 102));
  expect(after.pages.map(({ data }) => data.map(({ timestamp }) => timestamp.slice(17, 19)))).toEqual([
    ['07', '06', '05', '04', '03'],
    ['02', '01'],
  ]);
  expect(after.pages[0]).toMatchObject({ arrived: 2, next_cursor: 'after-3', views_total: 102 });
});

test('counts equal rows one by one', () => {
  const before = { pages: [page([view(5), view(5)], null)], pageParams: [null] };
  const after = withNewestViews(before, page([view(5), view(5), view(5)], null, 3));
  expect(after.pages[0]).toMatchObject({ arrived: 1, views_total: 3 });
  expect(after.pages[0]?.data).toHaveLength(3);
});

test('sorts a late view among the others', () => {
  const before = { pages: [page([view(9), view(3)], null)], pageParams: [null] };
  const after = withNewestViews(before, page([view(9), view(6), view(3)], null));
  expect(after.pages[0]?.data.map(({ timestamp }) => timestamp)).toEqual(
    [view(9), view(6), view(3)].map(({ timestamp }) => timestamp),
  );
});

test('changes nothing without new views, and adds the first view of an empty table', () => {
  const before = { pages: [page([view(5)], null)], pageParams: [null] };
  expect(withNewestViews(before, page([view(5)], null))).toBe(before);
  const empty = { pages: [page([], null, 0)], pageParams: [null] };
  expect(withNewestViews(empty, page([view(5)], null, 1)).pages[0]).toMatchObject({ arrived: 1, views_total: 1 });
});

test('keeps only the newest page if there is no overlap, because the gap is unknown', () => {
  const before = { pages: [page([view(2), view(1)], 'after-1'), page([view(0)], null)], pageParams: [null, 'after-1'] };
  const after = withNewestViews(before, page([view(9), view(8)], 'after-8'));
  expect(after.pages).toHaveLength(1);
  expect(after.pages[0]).toMatchObject({ next_cursor: 'after-8', arrived: 2 });
});
