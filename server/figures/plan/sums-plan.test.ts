import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { NOTHING_SEALED } from '#event-store/seal-ledger.ts';
import type { SumsQuestion } from '../query/sums-question.ts';
import { END_OF_TIME_MS, EVERYTHING } from '../query/time-range.ts';
import { planSums } from './sums-plan.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 7);
const SETTLED = Date.UTC(2026, 10, 21, 12);
const WATERMARK = Date.UTC(2026, 10, 18);
const week = '2026-11-16';
const state = {
  seal: {
    ...NOTHING_SEALED,
    generation: 3,
    watermark: '2026-11-18',
    weeks: new Map([[week, { number: 7, events: 1 }]]),
  },
  lateWeeks: [] as string[],
  archiveVersion: '0.0',
};
const late = { ...state, lateWeeks: [week] };
const question: SumsQuestion = {
  scope: { kind: 'owner', customerId: 'c1', customerKey: 1 },
  customers: null,
  byOutlet: false,
  range: EVERYTHING,
  timeZone: 'UTC',
  localDayOf: () => '',
};
const plan = (over: Partial<SumsQuestion> = {}, used = state) =>
  planSums({ ...question, ...over }, used, { nowMs: NOW, settledMs: SETTLED });

test('unsealed events are read before and since the settled time, together with today and the rating', () => {
  const { before, since, total } = plan();
  expect(total.sealed).toEqual({ kind: 'all-time' });
  expect([before.total.tail, since.total.tail]).toEqual([
    { fromMs: WATERMARK, toMs: SETTLED },
    { fromMs: SETTLED, toMs: END_OF_TIME_MS },
  ]);
  const midnight = Date.UTC(2026, 10, 21);
  expect([before.today, since.today]).toEqual([
    { fromMs: midnight, toMs: SETTLED },
    { fromMs: SETTLED, toMs: midnight + DAY_MS },
  ]);
  expect([before.rated.tail.fromMs, since.rated.tail.fromMs]).toEqual([WATERMARK, SETTLED]);
});

test('an owner’s today is the day stamped on each event, in any time zone, so outlets are read separately', () => {
  const { before, since } = plan({ timeZone: null });
  expect([before.byOutlet, before.byLocalDay]).toEqual([true, true]);
  expect(before.today.fromMs).toBeLessThanOrEqual(NOW - 25 * HOUR_MS);
  expect(since.today.toMs).toBeGreaterThanOrEqual(NOW + 25 * HOUR_MS);
});

test('a late week is read raw and renames the answer, but renames sealed sums only for an advertiser', () => {
  const [whole, marked] = [plan(), plan({}, late)];
  expect(marked.total.raw.weeks).toEqual([week]);
  expect(marked.name).not.toBe(whole.name);
  expect(marked.history).toBe(whole.history);
  const scope = { kind: 'advertiser', customerId: 'c2', customerKey: 2 } as const;
  expect(plan({ scope }, late).history).not.toBe(plan({ scope }).history);
  expect(plan({ scope }, late).total.raw.weeks).toEqual([week]);
});

test('recomputed archive sums invalidate the cached past of an advertiser', () => {
  const scope = { kind: 'advertiser', customerId: 'c2', customerKey: 2 } as const;
  expect(plan({ scope }, { ...state, archiveVersion: '0.9' }).history).not.toBe(plan({ scope }).history);
});

test('everything that changes an answer changes its name', () => {
  const names = [
    plan(),
    plan({ byOutlet: true }),
    plan({ customers: [1] }),
    plan({ timeZone: null }),
    plan({ timeZone: 'America/New_York' }),
    plan({ range: { startMs: WATERMARK, endMs: null } }),
    plan({ range: { ...EVERYTHING, days: { from: '2026-11-01', to: '2026-11-02', byStamp: true } } }),
    plan({}, { ...state, seal: { ...state.seal, generation: 4 } }),
    plan({}, { ...state, archiveVersion: '0.9' }),
    planSums(question, state, { nowMs: NOW, settledMs: SETTLED + 1 }),
  ].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
