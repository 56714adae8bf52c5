import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { NOTHING_SEALED } from '#event-store/seal-ledger.ts';
import { type DaysQuestion, planDays } from './days-plan.ts';

const FROM = Date.UTC(2026, 10, 10);
const TO = Date.UTC(2026, 10, 22);
const WATERMARK = Date.UTC(2026, 10, 18);
const days = [...Array(12).keys()].map((day) => FROM + day * DAY_MS);
const state = {
  seal: {
    ...NOTHING_SEALED,
    generation: 3,
    watermark: '2026-11-18',
    weeks: new Map([['2026-11-16', { number: 7, events: 1 }]]),
  },
  lateWeeks: [] as string[],
  archiveVersion: '0.0',
};
const question: DaysQuestion = {
  scope: { kind: 'all' },
  customers: null,
  fromMs: FROM,
  toMs: TO,
  timeZone: 'UTC',
  dayStarts: days,
};

test('UTC days come from the rollups, the rest is raw', () => {
  const { past, recent } = planDays(question, state);
  expect(past).toMatchObject({ kind: 'sealed', days: { fromDay: '2026-11-10', toDay: '2026-11-18' } });
  expect(recent.raw.tail).toEqual({ fromMs: WATERMARK, toMs: TO });
});

test('reads other time zones, stamped days and advertisers raw, because no seal has them by day', () => {
  const raw = { past: { kind: 'raw' }, recent: { raw: { tail: { fromMs: WATERMARK, toMs: TO } } } };
  expect(planDays({ ...question, dayStarts: days.map((day) => day + 5 * HOUR_MS) }, state)).toMatchObject(raw);
  expect(planDays({ ...question, dayStarts: null }, state)).toMatchObject(raw);
  const scope = { kind: 'advertiser', customerId: 'c', customerKey: 1 } as const;
  expect(planDays({ ...question, scope }, state)).toMatchObject(raw);
});

test('a week with late events changes the name of the cached past, and is read with unsealed events', () => {
  const late = { ...state, lateWeeks: ['2026-11-16'] };
  expect(planDays(question, late).past?.name).not.toBe(planDays(question, state).past?.name);
  const stamped = planDays({ ...question, dayStarts: null }, late);
  expect(stamped.past?.name).not.toBe(planDays({ ...question, dayStarts: null }, state).past?.name);
  const monday = Date.UTC(2026, 10, 16);
  expect(stamped).toMatchObject({
    past: { kind: 'raw', raws: [{ tail: { fromMs: FROM, toMs: monday } }] },
    recent: { raw: { weeks: ['2026-11-16'], within: { fromMs: monday, toMs: WATERMARK } } },
  });
});

test('recomputed archive sums change the name of the cached past as well', () => {
  expect(planDays(question, { ...state, archiveVersion: '0.9' }).past?.name).not.toBe(
    planDays(question, state).past?.name,
  );
});

test('a range after the watermark has no past', () => {
  const dayStarts = days.slice(9).map((day) => day + HOUR_MS);
  expect(planDays({ ...question, fromMs: WATERMARK + DAY_MS, dayStarts }, state).past).toBeNull();
});
