import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ATTEMPT_BUDGETS, BROWSER_KINDS, CLOCKS_DIFFER_MS, takeAttempt } from '#domain/attempt-budget.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { returnToBudget, takeFromBudget } from './attempt-queries.ts';
import { claimAttempt, forgiveBrowser } from './guess-rate-limit.ts';

const NOW = Date.UTC(2026, 10, 21);
let counter = 0;

describeOnEngines('attempts', (engine) => {
  let accounts: AccountsDb;
  let other: AccountsDb;
  beforeAll(async () => {
    accounts = await engine.openMigrated();
    // Acts as another process.
    other = await engine.open();
  });
  afterAll(async () => {
    await accounts.destroy();
    await other.destroy();
    await engine.remove();
  });

  test('the store counts by the rule, for any attempts at any times', async () => {
    const budgets = fc.record({ free: fc.integer({ min: 1, max: 6 }), refillMs: fc.integer({ min: 1, max: 1_000 }) });
    const far = fc.constantFrom(-CLOCKS_DIFFER_MS - 5_000, CLOCKS_DIFFER_MS);
    // Most attempts are at the same instant, because only a used-up budget reveals one attempt too many.
    const pause = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: -3_000, max: 3_000 }), far);
    const steps = fc.array(pause, { maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(budgets, steps, async (budget, pauses) => {
        counter += 1;
        const subject = { subject: `model:${counter}`, account: '' };
        let at = NOW;
        let wholeAt = 0;
        for (const pause of pauses) {
          at += pause;
          const expected = takeAttempt(budget, wholeAt, at);
          expect((await takeFromBudget(accounts, subject, budget, at)) ?? null).toBe(expected);
          wholeAt = expected ?? wholeAt;
        }
      }),
      { numRuns: 40 },
    );
  });

  test('of fifty concurrent attempts in two processes, the budget admits only its number', async () => {
    for (const [kind, { free }] of Object.entries(ATTEMPT_BUDGETS).filter(([, budget]) => budget.free <= 10)) {
      const guessed = [{ kind: kind as 'account', name: `crowd-${kind}` }];
      const claims = await Promise.all(
        // The clock of the other process is behind, and calls do not run in the order in which they started.
        Array.from({ length: 50 }, (_, index) => {
          const isOther = index % 2 === 1;
          return claimAttempt(isOther ? other : accounts, guessed, NOW - (isOther ? 1_000 : 0) - (index % 7));
        }),
      );
      const admitted = claims.filter((claimed) => claimed !== null);
      // A process whose clock is behind may miss the last attempt.
      expect([free - 1, free], kind).toContain(admitted.length);
      await claimAttempt(accounts, guessed, NOW);
      await forgiveBrowser(accounts, guessed);
      // Only time refills what several browsers share.
      const isOfBrowser = BROWSER_KINDS.some((own) => own === kind);
      expect((await claimAttempt(other, guessed, NOW))?.left, kind).toBe(isOfBrowser ? free - 1 : undefined);
    }
  });

  test('an attempt that one budget rejects costs no other, and an attempt that did not happen is refunded', async () => {
    const [account, address] = [
      { kind: 'account', name: 'both' },
      { kind: 'address', name: 'both' },
    ] as const;
    for (let guess = 0; guess < 10; guess += 1) await claimAttempt(accounts, [account], NOW);
    expect(await claimAttempt(accounts, [address, account], NOW)).toBeNull();
    const claimed = await claimAttempt(accounts, [address], NOW);
    expect(claimed?.left).toBe(99);
    await claimed?.returnUnused();
    await claimed?.returnUnused();
    expect((await claimAttempt(accounts, [address], NOW))?.left).toBe(99);
    await returnToBudget(accounts, 'nobody', 5);
  });
});
