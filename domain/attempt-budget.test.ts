import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ATTEMPT_BUDGETS, attemptsLeft, attemptWaitMs, CLOCKS_DIFFER_MS, takeAttempt } from './attempt-budget.ts';
import { DAY_MS, MINUTE_MS } from './durations.ts';

const budgets = fc.record({ free: fc.integer({ min: 1, max: 120 }), refillMs: fc.integer({ min: 1, max: DAY_MS }) });
const pauses = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2 * DAY_MS })), { maxLength: 400 });

test('the first attempts are free, and each later one waits for the next refill, no longer', () => {
  fc.assert(
    fc.property(budgets, pauses, (budget, steps) => {
      let at = 1_000_000;
      let wholeAt = 0;
      const admitted: number[] = [];
      for (const step of steps) {
        at += step;
        const left = attemptsLeft(budget, wholeAt, at);
        const wait = attemptWaitMs(budget, wholeAt, at);
        const next = takeAttempt(budget, wholeAt, at);
        expect(next !== null).toBe(left > 0);
        expect(wait === 0).toBe(next !== null);
        expect(wait).toBeLessThanOrEqual(budget.refillMs);
        if (next === null) expect(takeAttempt(budget, wholeAt, at + wait)).not.toBeNull();
        else admitted.push(at);
        wholeAt = next ?? wholeAt;
      }
      // Any window admits at most the free attempts and those refilled within it.
      for (const [first, from] of admitted.entries())
        for (let last = first; last < admitted.length; last += 1) {
          const span = (admitted[last] ?? 0) - from;
          expect(last - first + 1).toBeLessThanOrEqual(budget.free + Math.floor(span / budget.refillMs));
        }
      expect(attemptsLeft(budget, wholeAt, at + budget.free * budget.refillMs)).toBe(budget.free);
    }),
  );
});

test('a clock that is set back locks no one out', () => {
  fc.assert(
    fc.property(budgets, fc.integer({ min: 1, max: 400 * DAY_MS }), (budget, back) => {
      const at = 500 * DAY_MS;
      let wholeAt = 0;
      for (let guess = 0; guess < budget.free; guess += 1) wholeAt = takeAttempt(budget, wholeAt, at) ?? wholeAt;
      expect(attemptWaitMs(budget, wholeAt, at - back)).toBeLessThanOrEqual(budget.refillMs);
    }),
  );
});

test('a process whose clock is slightly behind gets no new attempts when all are spent', () => {
  fc.assert(
    fc.property(budgets, fc.integer({ min: 1, max: CLOCKS_DIFFER_MS }), (budget, behind) => {
      const at = 500 * DAY_MS;
      let wholeAt = 0;
      for (let guess = 0; guess < budget.free; guess += 1) wholeAt = takeAttempt(budget, wholeAt, at) ?? wholeAt;
      expect(takeAttempt(budget, wholeAt, at - behind)).toBeNull();
      expect(attemptsLeft(budget, wholeAt, at - behind)).toBe(0);
    }),
  );
});

test('blocked attempts cost nothing, so further guesses do not extend the wait', () => {
  const budget = ATTEMPT_BUDGETS.account;
  let wholeAt = 0;
  for (let guess = 0; guess < 1_000; guess += 1) wholeAt = takeAttempt(budget, wholeAt, DAY_MS) ?? wholeAt;
  expect(attemptWaitMs(budget, wholeAt, DAY_MS)).toBe(16 * MINUTE_MS);
});

test('an account allows 100 guesses a day, and no wait is longer than 16 minutes', () => {
  const { account, confirm, 'confirm-browser': confirmBrowser, ...others } = ATTEMPT_BUDGETS;
  expect(account.free + DAY_MS / account.refillMs).toBe(100);
  expect(Math.max(...Object.values(others).map(({ refillMs }) => refillMs))).toBe(account.refillMs);
  expect(account.refillMs).toBe(16 * MINUTE_MS);
  expect([confirm.free, confirmBrowser.free]).toEqual([5, 5]);
});

test('a link allows 100 guesses, then 90 a day; one person leaves attempts to colleagues and other offices', () => {
  const { 'report-link': link, 'report-link-address': office, 'report-link-visitor': person } = ATTEMPT_BUDGETS;
  expect([link.free, DAY_MS / link.refillMs]).toEqual([100, 90]);
  expect(person.free * 2).toBeLessThanOrEqual(office.free);
  expect(office.free * 2).toBeLessThanOrEqual(link.free);
});
