import { expect, test } from 'vitest';
import { openIds, toggledOpen, validateDashboardSearch } from './dashboard-search.ts';
import { rangeParameters } from './date-range.ts';

test('reads a full address', () => {
  const search = { q: 'Inn', sort: '-total_views', range: '7d', open: 'a-1,b-2', eui: '70b3d57ed0000001' };
  expect(validateDashboardSearch(search)).toEqual(search);
});

test('drops defaults and invalid values', () => {
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

test('reads a number from the address parser as a search text', () => {
  expect(validateDashboardSearch({ q: 24 })).toEqual({ q: '24' });
});

test('prefers a custom range to a preset, and requires both ends in order', () => {
  const own = { start: '2026-11-01', end: '2026-11-05' };
  expect(validateDashboardSearch({ ...own, range: '7d' })).toEqual(own);
  expect(validateDashboardSearch({ start: '2026-11-05', end: '2026-11-01', range: '7d' })).toEqual({ range: '7d' });
});

test('puts days into the address, and a zone only if the user chose one', () => {
  expect(rangeParameters(validateDashboardSearch({}))).toEqual({});
  expect(rangeParameters(validateDashboardSearch({ range: 'last-month' }))).toEqual({ range: 'last-month' });
  const own = { start: '2026-10-25', end: '2026-10-31', tz: 'Europe/Berlin' };
  expect(rangeParameters(validateDashboardSearch(own))).toEqual({ from: own.start, to: own.end, tz: own.tz });
  expect(validateDashboardSearch({ tz: 'Mars/Olympus' })).toEqual({});
  expect(validateDashboardSearch({ tz: '+05:30' })).toEqual({});
});

test('accepts an EUI in either case', () => {
  expect(validateDashboardSearch({ eui: '70B3D57ED0000001' })).toEqual({ eui: '70b3d57ed0000001' });
});

test('toggles cards one by one, and keeps the newest twenty in the address', () => {
  expect(toggledOpen({}, 'a')).toBe('a');
  expect(toggledOpen({ open: 'a' }, 'b')).toBe('a,b');
  expect(toggledOpen({ open: 'a,b' }, 'a')).toBe('b');
  expect(toggledOpen({ open: 'a' }, 'a')).toBeUndefined();
  const twenty = Array.from({ length: 20 }, (_, index) => `c${index}`).join(',');
  const after = openIds({ open: toggledOpen({ open: twenty }, 'new') ?? '' });
  expect([after.length, after[0], after.at(-1)]).toEqual([20, 'c1', 'new']);
});

test('applies the known-on day only to a range', () => {
  expect(validateDashboardSearch({ range: 'last-month', known_on: '2026-11-02' })).toEqual({
    range: 'last-month',
    known_on: '2026-11-02',
  });
  expect(validateDashboardSearch({ known_on: '2026-11-02' })).toEqual({});
  expect(validateDashboardSearch({ range: '7d', known_on: 'then' })).toEqual({ range: '7d' });
  expect(rangeParameters({ range: '7d', known_on: '2026-11-02' })).toEqual({ range: '7d', known_on: '2026-11-02' });
});
