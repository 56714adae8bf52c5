import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  flightLevel,
  isSafe,
  LEAST_FLIGHTS,
  LEAST_OUTLETS,
  safeGroups,
  toTwoDigits,
  type Unit,
} from './disclosure-groups.ts';

const units: fc.Arbitrary<Unit[]> = fc.array(
  fc
    .record({
      kind: fc.constantFrom('hotel', 'cafe'),
      state: fc.constantFrom('NY', 'WA', 'OR'),
      sums: fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 9 }),
      flights: fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 4 })), { maxLength: 6 }),
    })
    .map(({ kind, state, sums, flights }) => ({
      within: [`${kind}|${state}`, kind, ''],
      outlets: sums.length,
      views: sums.reduce((sum, views) => sum + views, 0),
      most: Math.max(0, ...sums),
      // A flight has one advertiser.
      flights: new Map(flights.map(([flight]) => [flight, flight % 4])),
    })),
  { maxLength: 25 },
);

test('every group has five outlets and three flights of other advertisers, and no outlet has most of its views', () => {
  fc.assert(
    fc.property(units, (all) => {
      const groups = safeGroups(all);
      const placed = groups.flat();
      expect(new Set(placed).size).toBe(placed.length);
      for (const group of groups) {
        const flights = new Map(group.flatMap((unit) => [...unit.flights]));
        expect(group.reduce((sum, { outlets }) => sum + outlets, 0)).toBeGreaterThanOrEqual(LEAST_OUTLETS);
        for (const reader of new Set(flights.values()))
          expect([...flights.values()].filter((owner) => owner !== reader).length).toBeGreaterThanOrEqual(
            LEAST_FLIGHTS,
          );
        const sum = group.reduce((views, unit) => views + unit.views, 0);
        for (const { most } of group) expect(most * 2).toBeLessThanOrEqual(sum);
      }
      // Units that are safe together are published. The whole network is left out only if it is not safe as a whole.
      if (isSafe(all)) expect(placed).toHaveLength(all.length);
    }),
  );
});

test('a venue that is safe alone is its own group, and smaller ones merge with the most similar ones', () => {
  const flights = new Map([1, 2, 3, 4].map((flight) => [flight, flight]));
  const unit = (state: string, outlets: number): Unit => ({
    within: [`hotel|${state}`, 'hotel', ''],
    outlets,
    views: outlets * 10,
    most: 10,
    flights,
  });
  const [large, small, other, far] = [unit('NY', 8), unit('NY', 2), unit('WA', 3), unit('WA', 3)];
  expect(safeGroups([large, small, other, far])).toEqual([
    [large, small],
    [other, far],
  ]);
  expect(safeGroups([small, other])).toEqual([[small, other]]);
  expect(safeGroups([small])).toEqual([]);
  expect(safeGroups([])).toEqual([]);
});

test('rounds figures to two digits and numbers of flights to levels', () => {
  expect([0, 9, 99, 101, 1_249, 1_251, 0.1234].map(toTwoDigits)).toEqual([0, 9, 99, 100, 1_200, 1_300, 0.12]);
  expect([0, 2, 3, 5, 6, 20, 21, 100, 1_234].map(flightLevel)).toEqual([1, 1, 4, 4, 8, 15, 35, 75, 1_200]);
});
