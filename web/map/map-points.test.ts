import { expect, test } from 'vitest';
import type { OutletMap } from '#contract/list.ts';
import { boxAround, isShown, isWithin, legendCounts, mapPoints } from './map-points.ts';

const map: OutletMap = {
  eui: ['a1', 'a2', 'b1'],
  lat: [40, 40, 35],
  lng: [-75, -75, -100],
  located: [true, true, false],
  position: ['outlet', 'venue', 'unknown'],
  label: ['Desk 1', '', 'Gate 2'],
  status: ['online', 'late', 'never'],
  last_seen: [1_700_000_000, 1_600_000_000, null],
  venue: [0, 0, 1],
  venues: ['Lobby', 'Pier'],
  customer: [0, 0, 1],
  customers: [
    { id: 'x', customer: 'Alpha' },
    { id: 'y', customer: 'Beta' },
  ],
};
const points = mapPoints(map);

test('each outlet becomes one point with its label, venue and customer', () => {
  expect(points.map(({ eui, label, venue, customer }) => [eui, label, venue, customer])).toEqual([
    ['a1', 'Desk 1', 'Lobby', 'Alpha'],
    ['a2', '', 'Lobby', 'Alpha'],
    ['b1', 'Gate 2', 'Pier', 'Beta'],
  ]);
  expect(points.map(({ lastSeenMs }) => lastSeenMs)).toEqual([1_700_000_000_000, 1_600_000_000_000, null]);
});

test('spreads outlets at the same place; the first stays in the middle', () => {
  expect(points[0]?.offset).toEqual([0, 0]);
  expect(Math.hypot(...(points[1]?.offset ?? [0, 0]))).toBeCloseTo(9, 0);
  expect(points[2]?.offset).toEqual([0, 0]);
});

test('the legend counts by status, and counts borrowed or unknown positions separately', () => {
  expect(legendCounts(points)).toEqual({ online: 1, late: 1, offline: 0, never: 1, venue: 1, unknown: 1 });
});

test('the legend filters; an empty selection shows everything', () => {
  const shown = (filter: Parameters<typeof isShown>[1]) =>
    points.filter((point) => isShown(point, filter)).map(({ eui }) => eui);
  expect(shown({ statuses: [], positions: [] })).toEqual(['a1', 'a2', 'b1']);
  expect(shown({ statuses: ['late', 'never'], positions: [] })).toEqual(['a2', 'b1']);
  expect(shown({ statuses: [], positions: ['unknown'] })).toEqual(['b1']);
  expect(shown({ statuses: ['late'], positions: ['venue', 'unknown'] })).toEqual(['a2']);
});

test('an unknown position never moves the map', () => {
  expect(boxAround(points)).toEqual({ west: -75, south: 40, east: -75, north: 40 });
  expect(boxAround(points.filter(({ located }) => !located))).toBeNull();
  expect(isWithin({ west: -80, south: 39, east: -70, north: 41 }, { lat: 40, lng: -75 })).toBe(true);
});
