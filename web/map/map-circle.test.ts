import { expect, test } from 'vitest';
import { boxOfOutline, circleEdge } from './map-circle.ts';

test('a circle of 111 km reaches one degree north and south, and more degrees of longitude near a pole', () => {
  const { north, south, east, west } = boxOfOutline({ lat: 0, lng: 10, km: 111.19 });
  expect([north, south, east, west].map((value) => Math.round(value * 100) / 100)).toEqual([1, -1, 11, 9]);
  const far = boxOfOutline({ lat: 60, lng: 10, km: 111.19 });
  expect(far.east - far.west).toBeGreaterThan(3.9);
  expect(far.north - far.south).toBeCloseTo(2, 2);
});

test('the edge is closed', () => {
  const edge = circleEdge({ lat: 41.9, lng: -87.6, km: 25 });
  expect(edge.at(-1)).toEqual(edge[0]);
});
