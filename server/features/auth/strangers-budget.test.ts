import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ATTEMPT_BUDGETS, takeAttempt } from '#domain/attempt-budget.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { describeOnEngines } from '../../databases/accounts/testing/open-engines.ts';
import { byLength } from '../../testing/test-length.ts';
import { createLoginThrottle } from './sign-in.ts';

const START = Date.UTC(2026, 10, 21);
/** Several addresses, so that guesses count against both budgets, per address and per account. */
const ADDRESSES = ['203.0.113.1', '203.0.113.2', '2001:db8:0:7::1'];
let run = 0;

type Step =
  | { readonly by: 'stranger'; readonly from: number; readonly times: number }
  | { readonly by: 'owner'; readonly browser: string | null; readonly mistakes: number }
  | { readonly by: 'link'; readonly browser: string | null }
  | { readonly by: 'time'; readonly minutes: number };

const browsers = fc.constantFrom('laptop', 'phone', null);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ by: fc.constant('stranger' as const), from: fc.nat(2), times: fc.integer({ min: 1, max: 8 }) }),
    fc.record({ by: fc.constant('owner' as const), browser: browsers, mistakes: fc.constant(0) }),
    // The owner makes mistakes in a known browser.
    fc.record({
      by: fc.constant('owner' as const),
      browser: fc.constant('phone'),
      mistakes: fc.integer({ max: 9, min: 0 }),
    }),
    fc.record({ by: fc.constant('link' as const), browser: browsers }),
    fc.record({ by: fc.constant('time' as const), minutes: fc.integer({ min: 0, max: 40 }) }),
  ),
  { maxLength: 24 },
);

describeOnEngines('a stranger’s guesses', (engine) => {
  let stores: readonly [AccountsDb, AccountsDb];
  beforeAll(async () => {
    stores = [await engine.openMigrated(), await engine.open()];
  });
  afterAll(async () => {
    for (const store of stores) await store.destroy();
    await engine.remove();
  });

  test.each(['password', 'factor'] as const)(
    'at the %s depend on time only, regardless of the owner’s logins, in two processes',
    async (step) => {
      const budget = ATTEMPT_BUDGETS[step === 'password' ? 'account' : 'account-factor'];
      await fc.assert(
        fc.asyncProperty(steps, async (all) => {
          run += 1;
          const emailKey = `owner${run}@hotel.example`;
          let at = START + run * 100 * 24 * 60 * MINUTE_MS;
          let [turn, wholeAt] = [0, 0];
          for (const one of all) {
            turn += 1;
            const throttle = createLoginThrottle(turn % 2 === 0 ? stores[0] : stores[1], () => at);
            const owner = { emailKey, address: '192.0.2.7', step } as const;
            if (one.by === 'time') at += one.minutes * MINUTE_MS;
            if (one.by === 'link') await throttle.forgive({ ...owner, browser: one.browser });
            if (one.by === 'owner') {
              const attempt = { ...owner, browser: one.browser };
              for (let mistake = 0; mistake < one.mistakes; mistake += 1)
                await throttle.judge(attempt, async () => false);
              const verdict = await throttle.judge(attempt, async (isOpen) => isOpen);
              if (one.mistakes === 0 && one.browser === 'laptop') expect(verdict).toBe('right');
            }
            if (one.by === 'stranger') {
              for (let guess = 0; guess < one.times; guess += 1) {
                let compared = false;
                const address = ADDRESSES[one.from] ?? '';
                await throttle.judge({ emailKey, address, browser: null, step }, async (isOpen) => {
                  compared ||= isOpen;
                  return false;
                });
                const next = takeAttempt(budget, wholeAt, at);
                expect(compared).toBe(next !== null);
                wholeAt = next ?? wholeAt;
              }
            }
          }
        }),
        { numRuns: byLength(25, 200) },
      );
    },
  );
});
