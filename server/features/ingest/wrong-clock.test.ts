import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { hasPostgres } from '../../testing/servers/ask-servers.ts';
import { createBudgets } from './create-budgets.ts';
import { STALE_MS } from './shared-budgets.ts';
import { NOW, openTestIngest } from './testing/open-test-ingest.ts';

test.skipIf(!hasPostgres())(
  'a process whose clock is days ahead, or was, takes no reservation under way for one that nobody holds',
  async () => {
    const { accounts, dependencies, network: lay, close } = await openTestIngest({}, 'postgres');
    onTestFinished(close);
    const campaign = await lay.campaign((await lay.customer('advertiser', 'Sponsor')).id);
    await lay.flight(campaign.id, 'SCARCE', { prices: [{ model: 'flat', micros: 1 }], budgetMicros: 1_000 });
    const { key: flightKey } = await accounts.selectFrom('flights').select('key').executeTakeFirstOrThrow();
    const clocks: readonly [{ ms: number }, { ms: number }] = [{ ms: NOW }, { ms: NOW + 2 * DAY_MS }];
    const [right, wrong] = clocks.map((clock) =>
      createBudgets({ ...dependencies, accounts, now: () => clock.ms, shared: true }),
    ) as [ReturnType<typeof createBudgets>, ReturnType<typeof createBudgets>];
    const terms = () => ({ budgetMicros: 1_000, dailyCapMicros: null, timeZone: 'UTC' });
    const take = async (budgets: typeof right, eventId: bigint, amountMicros: number) =>
      (await budgets.reserve([{ eventId, flightKey, amountMicros, timestampMs: NOW }], terms)).overBudget.size === 0;
    expect(await take(right, 1n, 1_000)).toBe(true);
    expect(await take(wrong, 2n, 1)).toBe(false);

    // Of a process that died nobody knows what became of it: also one whose clock went back counts it again.
    await accounts
      .updateTable('spend_reservations')
      .set(({ eb }) => ({ made_at: eb('made_at', '-', STALE_MS + 1_000) }))
      .execute();
    clocks[1].ms = NOW;
    expect(await take(wrong, 3n, 1)).toBe(true);
  },
);
