import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runAtOnce } from '../../memory/chunked.ts';
import type { Pair } from './cells-question.ts';
import { runsOf } from './outlet-runs.ts';

type Grouped = Pair & { readonly group: number };
const isAfter = (one: Pair, other: Pair) =>
  one.customerKey > other.customerKey || (one.customerKey === other.customerKey && one.outletKey > other.outletKey);

test('each outlet of a holder is in its group, and outlets that were not named are in none', () => {
  const key = fc.integer({ min: 1, max: 12 });
  const group = fc.integer({ min: 0, max: 3 });
  const named = fc.uniqueArray(fc.record({ customerKey: key, outletKey: key, group }), {
    selector: ({ customerKey, outletKey }) => `${customerKey}|${outletKey}`,
    maxLength: 60,
  });
  fc.assert(
    fc.property(named, (some) => {
      const runs = runAtOnce(runsOf(some));
      for (const [at, run] of runs.entries()) {
        const before = runs[at - 1];
        if (before !== undefined) expect(isAfter(run, before)).toBe(true);
      }
      for (let customerKey = 0; customerKey <= 13; customerKey += 1) {
        for (let outletKey = 0; outletKey <= 14; outletKey += 1) {
          const run = runs.findLast((one) => !isAfter(one, { customerKey, outletKey }));
          const own = some.find((one) => one.customerKey === customerKey && one.outletKey === outletKey);
          expect(run?.group).toBe(own?.group ?? 0);
        }
      }
    }),
  );
});

test('a million outlets that were numbered venue by venue have one run per venue', () => {
  const grouped = function* (): Generator<Grouped> {
    for (let outlet = 0; outlet < 1_000_000; outlet += 1)
      yield { customerKey: 1, outletKey: outlet + 1, group: 1 + (Math.floor(outlet / 200) % 7) };
  };
  expect(runAtOnce(runsOf(grouped()))).toHaveLength(5_000 + 2);
});
