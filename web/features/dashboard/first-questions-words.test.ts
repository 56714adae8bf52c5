import { expect, test } from 'vitest';
import type { Campaign } from '#contract/campaigns.ts';
import type { DocumentRow } from '#contract/documents.ts';
import type { Report } from '#contract/reports.ts';
import { campaignsThatRun, nextStatement, todayByNow } from './first-questions-words.ts';

const statement = (month: string, state: DocumentRow['state'], total: number) =>
  ({ month, state, total, final_at: '2026-12-06T00:00:00.000Z' }) as DocumentRow;

test('the next statement is that of the oldest month that is not final', () => {
  const rows = [
    statement('2026-11', 'open', 12),
    statement('2026-10', 'closing', 340.5),
    statement('2026-09', 'final', 9),
  ];
  expect(nextStatement(rows)).toEqual({ month: 'October 2026', total: 340.5, isFinal: false, finalOn: '2026-12-06' });
  expect(nextStatement([statement('2026-09', 'final', 9)])).toMatchObject({ month: 'September 2026', isFinal: true });
  expect(nextStatement([])).toBeNull();
});

test('running campaigns come with what is left, the one furthest behind first', () => {
  const campaign = (id: string, state: Campaign['state'], pace: number | null) =>
    ({ id, name: id, state, pace, budget: 100, spent: 30 }) as Campaign;
  const rows = [
    campaign('a', 'live', 1.02),
    campaign('b', 'ended', 1),
    campaign('c', 'live', 0.5),
    campaign('d', 'capped', null),
  ];
  expect(campaignsThatRun(rows).map(({ id, left, pace }) => [id, left, pace])).toEqual([
    ['c', 70, 50],
    ['a', 70, 102],
    ['d', 70, null],
  ]);
});

test('today is beside the hours of a week ago that had begun by now', () => {
  const hour = (time: string, views: number, before: number) => ({
    of: [{ id: `2026-11-21T${time}+00:00`, label: '' }],
    values: { views },
    compared: { views: before },
  });
  const report = { total: { views: 7 }, data: [hour('08:00', 3, 5), hour('09:00', 4, 6), hour('10:00', 0, 90)] };
  expect(todayByNow(report as unknown as Report, Date.UTC(2026, 10, 21, 9, 30))).toEqual({ views: 7, before: 11 });
});
