import { expect, test } from 'vitest';
import { runAtOnce } from '../../memory/chunked.ts';
import type { SumsQuestion } from '../query/sums-question.ts';
import { EVERYTHING } from '../query/time-range.ts';
import { addRows, addUp, joinSealed, rowsOf } from './figure-table.ts';
import { packSums } from './sealed-sums.ts';
import { NO_FIGURES, NO_SUMS, type Sums } from './sums.ts';
import type { RawSumsRow } from './sums-queries.ts';

const sums = (views: number, micros = 0n): Sums => ({ ...NO_SUMS, views, micros });
const raw = (over: Partial<RawSumsRow>): RawSumsRow => ({
  customerKey: 1,
  outletKey: 5,
  localDay: '',
  total: NO_SUMS,
  today: NO_SUMS,
  ratedViews: 0,
  ratedBurns: 0,
  ...over,
});
const question: SumsQuestion = {
  scope: { kind: 'all' },
  customers: null,
  byOutlet: true,
  range: EVERYTHING,
  timeZone: 'UTC',
  localDayOf: (outletKey) => (outletKey === 5 ? '2026-11-21' : '2026-11-22'),
};
const sealed = (...rows: [customerKey: number, outletKey: number, views: number][]) =>
  packSums(
    rows.map(([customerKey, outletKey, views]) => ({ customerKey, outletKey, ...sums(views, 9_007_199_254_740_993n) })),
  );

test('sealed sums come by outlet or by customer, for the requested ones', () => {
  const [total, rated] = [sealed([1, 5, 10], [1, 6, 20], [2, 7, 40]), sealed([1, 5, 3])];
  const byOutlet = runAtOnce(joinSealed(question, total, rated));
  expect([...(byOutlet.get(1) ?? [])].map(([key, figures]) => [key, figures.total.views, figures.ratedViews])).toEqual([
    [5, 10, 3],
    [6, 20, 0],
  ]);
  expect(rowsOf(byOutlet)).toBe(3);
  const one = runAtOnce(joinSealed({ ...question, byOutlet: false, customers: [1] }, total, rated));
  expect([...one.keys()]).toEqual([1]);
  expect(one.get(1)?.get(0)?.total).toEqual(sums(30, 18_014_398_509_481_986n));
});

test('adds rows to a copy and leaves the table unchanged', () => {
  const kept = runAtOnce(joinSealed(question, sealed([1, 5, 10], [2, 7, 40]), sealed()));
  const added = runAtOnce(addRows(kept, question, [raw({ total: sums(1), today: sums(1), ratedViews: 1 })]));
  expect(added.get(1)?.get(5)).toMatchObject({ total: { views: 11 }, today: { views: 1 }, ratedViews: 1 });
  expect(kept.get(1)?.get(5)?.total.views).toBe(10);
  expect(added.get(2)).toBe(kept.get(2));
});

test('for days of venues, the stamp determines today and the days in the range', () => {
  const range = { startMs: 0, endMs: null, days: { from: '2026-11-21', to: '2026-11-21', byStamp: true } };
  const rows = ['2026-11-20', '2026-11-21', '2026-11-22'].flatMap((localDay) =>
    [5, 6].map((outletKey) => raw({ outletKey, localDay, total: sums(1), today: sums(1) })),
  );
  const table = runAtOnce(addRows(new Map(), { ...question, range, timeZone: null }, rows));
  const of = (outletKey: number) => table.get(1)?.get(outletKey) ?? NO_FIGURES;
  expect([of(5).total.views, of(6).total.views]).toEqual([1, 1]);
  expect([of(5).today.views, of(6).today.views]).toEqual([1, 1]);
  const whole = runAtOnce(addRows(new Map(), { ...question, byOutlet: false, timeZone: null }, rows));
  expect(addUp(whole.get(1) ?? new Map())).toMatchObject({ total: { views: 6 }, today: { views: 2 } });
});
