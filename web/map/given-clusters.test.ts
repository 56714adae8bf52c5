import { expect, test } from 'vitest';
import { marksOf } from './drawn-marks.ts';
import { clustersOf, partAround } from './given-clusters.ts';
import { NEAREST } from './map-camera.ts';

const columns = { lat: [40, 10], lng: [-100, 20], online: [3, 1], late: [0, 0], offline: [2, 0], never: [0, 0] };

test('small movements request the same part of the map, which contains the whole screen', () => {
  const box = { west: -101, south: 38, east: -99, north: 39 };
  const part = partAround(box, 7.6);
  const moved = partAround({ ...box, west: box.west + 0.01, east: box.east + 0.01 }, 7.2);
  expect(moved).toEqual(part);
  expect(part.zoom).toBe('7');
  expect(Number(part.west)).toBeLessThanOrEqual(box.west);
  expect(Number(part.east)).toBeGreaterThanOrEqual(box.east);
  expect(Number(part.south)).toBeLessThanOrEqual(box.south);
  expect(Number(part.north)).toBeGreaterThanOrEqual(box.north);
});

test('never requests more than the whole world', () => {
  const { west, east } = partAround({ west: -230, south: -89, east: 230, north: 89 }, 0.4);
  expect([Number(west), Number(east)]).toEqual([-180, 180]);
});

test("draws the server's clusters at their positions, and zooms in fully on outlets at one spot", () => {
  const clusters = clustersOf({ clusters: { ...columns, opens_at: [6, null] }, cells: 6 });
  expect(clusters.map(({ total, opensAt }) => [total, opensAt()])).toEqual([
    [5, 6],
    [1, NEAREST],
  ]);
  expect(clusters[0]?.area).toEqual({
    west: -101.25,
    east: -95.625,
    south: expect.closeTo(36.5979, 4),
    north: expect.closeTo(40.9799, 4),
  });
  const marks = marksOf([], { clusters, box: null })({ lng: -100, lat: 40, zoom: 5 }, { width: 800, height: 500 });
  expect(marks.clusters.map(({ lng }) => lng)).toEqual([-100]);
});
