import { expect, test } from 'vitest';
import type { OutletMap } from '#contract/list.ts';
import { boxAround, isShown, isWithin, legendCounts, mapPoints } from './map-points.ts';

const map: OutletMap = {
  eui: ['a1', 'a2', 'b1'],
  lat: [40, 40, 35],
  lng: [-75, -75, -100],
  located: [true, true, false],
  status: ['online', 'late', 'never'],
  customer: [0, 0, 1],
  customers: [
    { id: 'x', customer: 'Alpha' },
    { id: 'y', customer: 'Beta' },
  ],
};
const points = mapPoints(map);

test('each outlet is one point with its customer', () => {
  expect(points.map(({ eui, customer }) => [eui, customer])).toEqual([
    ['a1', 'Alpha'],
    ['a2', 'Alpha'],
    ['b1', 'Beta'],
  ]);
});

test('outlets at one place are spread, the first stays in the middle', () => {
  expect(points[0]?.offset).toEqual([0, 0]);
  expect(Math.hypot(...(points[1]?.offset ?? [0, 0]))).toBeCloseTo(9, 0);
  expect(points[2]?.offset).toEqual([0, 0]);
});

test('the legend counts by status, and unknown positions once more', () => {
  expect(legendCounts(points)).toEqual({ online: 1, late: 1, offline: 0, never: 1, unknown: 1 });
});

test('the legend filters: nothing chosen shows all', () => {
  const shown = (filter: Parameters<typeof isShown>[1]) =>
    points.filter((point) => isShown(point, filter)).map(({ eui }) => eui);
  expect(shown({ statuses: [], onlyUnknown: false })).toEqual(['a1', 'a2', 'b1']);
  expect(shown({ statuses: ['late', 'never'], onlyUnknown: false })).toEqual(['a2', 'b1']);
  expect(shown({ statuses: [], onlyUnknown: true })).toEqual(['b1']);
});

test('an unknown position never moves the map', () => {
  expect(boxAround(points)).toEqual({ west: -75, south: 40, east: -75, north: 40 });
  expect(boxAround(points.filter(({ located }) => !located))).toBeNull();
  expect(isWithin({ west: -80, south: 39, east: -70, north: 41 }, { lat: 40, lng: -75 })).toBe(true);
});
