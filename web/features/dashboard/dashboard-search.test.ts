import { expect, test } from 'vitest';
import { openIds, toggledOpen, validateDashboardSearch } from './dashboard-search.ts';
import { rangeParameters } from './date-range.ts';

test('a full address is understood', () => {
  const search = { q: 'Inn', sort: '-total_views', range: '7d', open: 'a-1,b-2', eui: '70b3d57ed0000001' };
  expect(validateDashboardSearch(search)).toEqual(search);
});

test('defaults and what is not understood are dropped', () => {
  const raw = {
    q: '  ',
    sort: 'name',
    range: 'all',
    start: '2026-02-30',
    end: 'x',
    open: '../,<b>',
    eui: 'zz',
    other: 1,
  };
  expect(validateDashboardSearch(raw)).toEqual({});
});

test('what the address parser took for a number is still a search text', () => {
  expect(validateDashboardSearch({ q: 24 })).toEqual({ q: '24' });
});

test('an own range wins over a preset and needs both ends in order', () => {
  const own = { start: '2026-11-01', end: '2026-11-05' };
  expect(validateDashboardSearch({ ...own, range: '7d' })).toEqual(own);
  expect(validateDashboardSearch({ start: '2026-11-05', end: '2026-11-01', range: '7d' })).toEqual({ range: '7d' });
});

test('an address names days, and a zone only where the reader chose one', () => {
  expect(rangeParameters(validateDashboardSearch({}))).toEqual({});
  expect(rangeParameters(validateDashboardSearch({ range: 'last-month' }))).toEqual({ range: 'last-month' });
  const own = { start: '2026-10-25', end: '2026-10-31', tz: 'Europe/Berlin' };
  expect(rangeParameters(validateDashboardSearch(own))).toEqual({ from: own.start, to: own.end, tz: own.tz });
  expect(validateDashboardSearch({ tz: 'Mars/Olympus' })).toEqual({});
  expect(validateDashboardSearch({ tz: '+05:30' })).toEqual({});
});

test('an EUI is taken in either case', () => {
  expect(validateDashboardSearch({ eui: '70B3D57ED0000001' })).toEqual({ eui: '70b3d57ed0000001' });
});

test('cards toggle one by one, and the address keeps the newest twenty', () => {
  expect(toggledOpen({}, 'a')).toBe('a');
  expect(toggledOpen({ open: 'a' }, 'b')).toBe('a,b');
  expect(toggledOpen({ open: 'a,b' }, 'a')).toBe('b');
  expect(toggledOpen({ open: 'a' }, 'a')).toBeUndefined();
  const twenty = Array.from({ length: 20 }, (_, index) => `c${index}`).join(',');
  const after = openIds({ open: toggledOpen({ open: twenty }, 'new') ?? '' });
  expect([after.length, after[0], after.at(-1)]).toEqual([20, 'c1', 'new']);
});

test('what was known on a day is asked of a range only', () => {
  expect(validateDashboardSearch({ range: 'last-month', known_on: '2026-11-02' })).toEqual({
    range: 'last-month',
    known_on: '2026-11-02',
  });
  expect(validateDashboardSearch({ known_on: '2026-11-02' })).toEqual({});
  expect(validateDashboardSearch({ range: '7d', known_on: 'then' })).toEqual({ range: '7d' });
  expect(rangeParameters({ range: '7d', known_on: '2026-11-02' })).toEqual({ range: '7d', known_on: '2026-11-02' });
});
