import { expect, test } from 'vitest';
import { isInArea } from '#domain/map-area.ts';
import { mapSquareAt } from '#domain/map-square.ts';
import { latOf, lngOf, worldX, worldY } from '#domain/mercator.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { runAtOnce } from '../../memory/chunked.ts';
import { allHoldings } from '../../network/snapshot/holding-set.ts';
import { buildNetwork } from '../../network/snapshot/whole-network.ts';
import {
  type ClusterIndex,
  indexClusters,
  indexPlaces,
  type Part,
  runsIn,
  STATUSES,
  splitDepth,
} from './answer-clusters.ts';
import { CODE_DEPTH, codeOf, placeOfCode, sharedDepth } from './place-codes.ts';

const random = seededRandom('clusters');
const SIZE = 1_200;
const WORLD: Part = { columns: [[0, 1]], rows: [0, 1] };
const between = (from: number, to: number) => from + random.fraction() * (to - from);

/** Returns a place anywhere in the world: some are at its edges, many at one position, and some have no position. */
function somewhere(at: number): { lat: number | null; lng: number | null } {
  if (at % 10 === 0) return { lat: null, lng: null };
  if (at % 10 === 1) return { lat: at % 20 === 1 ? 90 : -90, lng: between(-180, 180) };
  if (at % 10 === 2) return { lat: between(-80, 80), lng: at % 20 === 2 ? 180 : -180 };
  if (at % 10 < 5) return { lat: 39.7, lng: -105 };
  return { lat: between(-85, 85), lng: between(-180, 180) };
}

const places = Array.from({ length: SIZE }, (_, at) => somewhere(at));
const eui = (at: number) => at.toString(16).padStart(16, '0');
const named = (id: string) => ({ id, name: id, name_key: id });
const venue = (id: string, lat: number | null) => ({
  ...named(id),
  type: '',
  state: '',
  time_zone: 'UTC',
  lat,
  lng: lat,
});
const network = buildNetwork(
  {
    customers: [{ ...named('c'), key: 1, kind: 'property', deleted_at: null }],
    venues: [venue('known', 10), venue('unknown', null)],
    flights: [],
    outlets: places.map((place, at) => ({
      id: `o${at}`,
      key: at + 1,
      eui: eui(at),
      label: '',
      retired_at: null,
      ...place,
    })),
    assignments: places.map((_, at) => ({
      outlet_id: `o${at}`,
      customer_id: 'c',
      venue_id: at % 20 === 0 ? 'known' : 'unknown',
      from_at: 0,
      to_at: null,
    })),
  },
  1,
);
const statusOf = (number: number) => STATUSES[number % STATUSES.length] ?? 'never';
const index: ClusterIndex = runAtOnce(indexClusters(runAtOnce(indexPlaces(allHoldings(network.packed))), statusOf));
const located = index.places.numbers.length;
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

test('a position converts to its code and back within a meter, also at the edges of the world', () => {
  for (const [lng, lat] of [
    [0, 0],
    [-180, 85],
    [180, -85],
    [12.34, 56.78],
    [-105, 39.7],
  ] as const) {
    const [column, row] = placeOfCode(codeOf(lng, lat));
    expect(Math.abs(column - worldX(lng))).toBeLessThan(2 ** -25);
    expect(Math.abs(row - worldY(lat))).toBeLessThan(2 ** -25);
  }
  expect(sharedDepth(codeOf(1, 1), codeOf(1, 1))).toBe(CODE_DEPTH);
  expect(sharedDepth(codeOf(-90, 40), codeOf(90, -40))).toBe(0);
});

test('clusters and outlets without a position add up to all outlets at every zoom', () => {
  expect(located + index.places.unlocated.length).toBe(SIZE);
  expect(index.places.unlocated.length).toBe(SIZE / 20);
  expect(index.atVenue).toBe(SIZE / 20);
  expect(sum(Object.values(index.statuses))).toBe(SIZE);
  for (let depth = 0; depth <= CODE_DEPTH; depth += 1) {
    const { runs } = runsIn(index, WORLD, depth);
    expect(sum(runs.map(({ counts }) => sum(counts))), `depth ${depth}`).toBe(located);
    for (const { counts, from, to } of runs) expect(sum(counts)).toBe(to - from);
  }
});

test('the counts of a cluster are the counts of its outlets', () => {
  for (const run of runsIn(index, WORLD, 4).runs) {
    const own = [...index.places.numbers.subarray(run.from, run.to)];
    const byStatus = STATUSES.map((status) => own.filter((number) => statusOf(number) === status).length);
    expect(STATUSES.map((_, at) => (run.counts[at] ?? 0) + (run.counts[at + STATUSES.length] ?? 0))).toEqual(byStatus);
    const columns = [...index.places.codes.subarray(run.from, run.to)].map((code) => placeOfCode(code)[0]);
    expect(run.column).toBeCloseTo(sum(columns) / columns.length, 9);
  }
});

test('the square around the center of a cluster contains exactly its outlets', () => {
  const known = places.map((place, at) => (place.lat === null && at % 20 === 0 ? { lat: 10, lng: 10 } : place));
  for (const wanted of [0, 2, 4, 11]) {
    const { runs, depth } = runsIn(index, WORLD, wanted);
    expect(depth).toBeLessThanOrEqual(wanted);
    for (const { column, row, from, to } of runs) {
      const square = mapSquareAt({ lat: latOf(row), lng: lngOf(column) }, depth);
      const within = known.filter(({ lat, lng }) => lat !== null && lng !== null && isInArea(square, { lat, lng }));
      expect(within.length).toBe(to - from);
    }
  }
});

test('a box contains each of its outlets once, also across the date line and at the poles', () => {
  const boxes: Part[] = [
    {
      columns: [
        [0.9, 1],
        [0, 0.1],
      ],
      rows: [0, 1],
    },
    { columns: [[0, 1]], rows: [0, 0.05] },
    ...Array.from({ length: 40 }, (): Part => {
      const [west, east] = [random.fraction(), random.fraction()];
      const rows = [random.fraction(), random.fraction()].sort((a, b) => a - b) as [number, number];
      return {
        rows,
        columns:
          west <= east
            ? [[west, east]]
            : [
                [west, 1],
                [0, east],
              ],
      };
    }),
  ];
  for (const part of boxes)
    for (const depth of [3, 6, 9]) {
      const found = runsIn(index, part, depth).runs.flatMap(({ from, to }) => [
        ...index.places.numbers.subarray(from, to),
      ]);
      const once = new Set(found);
      expect(once.size).toBe(found.length);
      const within = [...index.places.numbers].filter((_, at) => {
        const [column, row] = placeOfCode(index.places.codes[at] ?? 0);
        const isBeside = part.columns.some(([west, east]) => column >= west && column <= east);
        return isBeside && row >= part.rows[0] && row <= part.rows[1];
      });
      expect(within.filter((number) => !once.has(number))).toEqual([]);
    }
});

test('a cluster splits at its split depth, and a single position never splits', () => {
  for (const run of runsIn(index, WORLD, 3).runs) {
    const depth = splitDepth(index, run);
    if (depth === null) continue;
    const places = [...index.places.codes.subarray(run.from, run.to)].map(placeOfCode);
    const ends = (side: 0 | 1) => {
      const parts = places.map((place) => place[side]);
      return [Math.min(...parts), Math.max(...parts)] as const;
    };
    const around: Part = { columns: [ends(0)], rows: ends(1) };
    const apart = (at: number) => runsIn(index, around, at).runs.length;
    expect([apart(depth - 1), apart(depth) > 1]).toEqual([1, true]);
  }
  const spot = { from: 0, to: 1, counts: [], column: 0, row: 0 };
  expect(splitDepth(index, spot)).toBeNull();
});
