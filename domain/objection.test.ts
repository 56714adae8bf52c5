import { expect, test } from 'vitest';
import { leftToCredit, objectionProblem } from './objection.ts';

const at = Date.parse;

test('"object to a day × outlet × reason within 30 days", but not beyond a budget', () => {
  const asked = { day: '2026-11-01', reason: 'visitor_pace' } as const;
  expect(objectionProblem(asked, at('2026-11-01T08:00:00Z'), 30)).toBeNull();
  expect(objectionProblem(asked, at('2026-12-02T11:59:59Z'), 30)).toBeNull();
  expect(objectionProblem(asked, at('2026-12-02T12:00:00Z'), 30)).toBe(
    'You can dispute traffic for 30 days after it was recorded.',
  );
  expect(objectionProblem(asked, at('2026-10-30T08:00:00Z'), 30)).toBe('Choose a day that has already passed.');
  expect(objectionProblem({ ...asked, reason: 'over_budget' }, at('2026-11-02T08:00:00Z'), 30)).toContain('budget');
});

test('no event is credited twice', () => {
  const line = { owner_key: 1, flight_key: 2, events: 3, amount_micros: 3_000, owner_micros: 900 };
  expect(leftToCredit([line], [])).toEqual([line]);
  expect(leftToCredit([line], [line])).toEqual([]);
  const some = { ...line, events: 2, amount_micros: 2_000, owner_micros: 600 };
  expect(leftToCredit([line, { ...line, flight_key: 3 }], [some])).toEqual([
    { ...line, events: 1, amount_micros: 1_000, owner_micros: 300 },
    { ...line, flight_key: 3 },
  ]);
});
