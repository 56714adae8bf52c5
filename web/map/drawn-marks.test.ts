import { expect, test } from 'vitest';
import { marksOf } from './drawn-marks.ts';
import type { Camera } from './map-camera.ts';
import { STATUSES } from './map-filter.ts';
import type { MapPoint } from './map-points.ts';

const size = { width: 800, height: 500 };
const wide: Camera = { lng: -95, lat: 38, zoom: 3.4 };

/** Points across the country, denser in the east. */
const points = (count: number): MapPoint[] =>
  Array.from({ length: count }, (_, at) => ({
    eui: String(at),
    lat: 30 + ((at * 7) % 150) / 10,
    lng: -115 + 40 * Math.sqrt(at / count),
    located: true,
    position: 'outlet' as const,
    status: STATUSES[at % 4] ?? 'online',
    lastSeenMs: null,
    label: '',
    venue: '',
    customer: '',
    offset: [0, 0] as const,
  }));

test('each outlet has its own marker while few are on screen', () => {
  const { clusters, singles } = marksOf(points(500))(wide, size);
  expect(clusters).toEqual([]);
  expect(singles).toHaveLength(500);
});

test('with many outlets, clusters and markers add up to all outlets and statuses at every zoom', () => {
  const all = points(2_000);
  const marksAt = marksOf(all);
  for (const zoom of [3.4, 3.9, 2.2]) {
    const { clusters, singles } = marksAt({ ...wide, zoom }, size);
    expect(clusters.length).toBeGreaterThan(5);
    expect(clusters.reduce((sum, { total }) => sum + total, singles.length)).toBe(2_000);
    const late = clusters.reduce((sum, { mix }) => sum + mix.late, 0);
    expect(late + singles.filter(({ status }) => status === 'late').length).toBe(500);
    for (const { opensAt } of clusters) expect(opensAt()).toBeGreaterThan(Math.floor(zoom));
  }
});
