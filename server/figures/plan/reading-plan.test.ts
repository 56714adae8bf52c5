import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { NOTHING_SEALED } from '#event-store/seal-ledger.ts';
import { planReading, type ReadingPlan, splitAtLateWeeks } from './reading-plan.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
/** Weeks of the last 70 days, each sealed under the number of days from its Monday to the watermark. */
const weeks = new Map(
  [...Array(10).keys()].map((back) => {
    const monday = Date.UTC(2026, 10, 16) - back * 7 * DAY_MS;
    return [new Date(monday).toISOString().slice(0, 10), { number: 2 + back * 7, events: 1 }];
  }),
);
const seal = { ...NOTHING_SEALED, generation: 3, watermark: '2026-11-18', weeks };

/** Counts the parts of a plan that contain an instant: one if it is in the range, else none. */
function timesRead({ sealed, raw }: ReadingPlan, atMs: number): number {
  const day = new Date(atMs).toISOString().slice(0, 10);
  const monday = new Date(Math.floor((atMs - 4 * DAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS + 4 * DAY_MS)
    .toISOString()
    .slice(0, 10);
  const lies = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => atMs >= fromMs && atMs < toMs;
  const inSealed =
    sealed.kind === 'all-time'
      ? day < seal.watermark
      : sealed.kind === 'days' &&
        day >= sealed.fromDay &&
        day < sealed.toDay &&
        sealed.seals.includes(weeks.get(monday)?.number ?? -1);
  return [inSealed, lies(raw.head), lies(raw.tail), raw.weeks.includes(monday) && lies(raw.within)].filter(Boolean)
    .length;
}

test('every instant of a range is read exactly once, and none outside of it', () => {
  const instant = fc.integer({ min: (NOW - 60 * DAY_MS) / 1000, max: NOW / 1000 }).map((seconds) => seconds * 1000);
  const week = fc
    .integer({ min: 0, max: 9 })
    .map((weeks) => new Date(Date.UTC(2026, 10, 16) - weeks * 7 * DAY_MS).toISOString().slice(0, 10));
  fc.assert(
    fc.property(
      fc.option(instant),
      fc.option(instant),
      fc.uniqueArray(week, { maxLength: 3 }),
      fc.integer({ min: 0, max: 61 * 24 }),
      fc.boolean(),
      (startMs, endMs, lateWeeks, hoursAgo, isSealed) => {
        fc.pre((startMs ?? 0) < (endMs ?? Number.POSITIVE_INFINITY));
        const used = isSealed ? seal : NOTHING_SEALED;
        const plan = planReading({ startMs, endMs }, used, lateWeeks);
        const atMs = NOW - hoursAgo * HOUR_MS + 1;
        const isInRange = atMs >= (startMs ?? 0) && atMs < (endMs ?? Number.POSITIVE_INFINITY);
        expect(timesRead(plan, atMs)).toBe(isInRange ? 1 : 0);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('all time comes from the totals as long as no sealed week is out of date', () => {
  expect(planReading({ startMs: null, endMs: null }, seal, []).sealed).toEqual({ kind: 'all-time' });
  const others = [...weeks].flatMap(([week, { number }]) => (week === '2026-11-02' ? [] : [number]));
  const late = planReading({ startMs: null, endMs: null }, seal, ['2026-11-02']);
  expect(late.sealed).toMatchObject({ kind: 'days', seals: others });
  // A week that is not sealed at all is read raw anyway.
  expect(planReading({ startMs: null, endMs: null }, seal, ['2026-11-23']).sealed).toEqual({ kind: 'all-time' });
});

test('splits a time range into parts with and without late weeks, each instant once, and merges neighbors', () => {
  const [from, to] = [Date.UTC(2026, 9, 7, 5), Date.UTC(2026, 10, 18)];
  const monday = (text: string) => Date.parse(text);
  const { quiet, late } = splitAtLateWeeks({ fromMs: from, toMs: to }, [
    '2026-11-02',
    '2026-10-05',
    '2026-10-26',
    '2026-11-23',
  ]);
  expect(late).toEqual([
    { fromMs: from, toMs: monday('2026-10-12') },
    { fromMs: monday('2026-10-26'), toMs: monday('2026-11-09') },
  ]);
  expect(quiet).toEqual([
    { fromMs: monday('2026-10-12'), toMs: monday('2026-10-26') },
    { fromMs: monday('2026-11-09'), toMs: to },
  ]);
  expect(splitAtLateWeeks({ fromMs: from, toMs: to }, [])).toEqual({ quiet: [{ fromMs: from, toMs: to }], late: [] });
  expect(splitAtLateWeeks({ fromMs: 0, toMs: 0 }, ['1970-01-05'])).toEqual({ quiet: [], late: [] });
});
