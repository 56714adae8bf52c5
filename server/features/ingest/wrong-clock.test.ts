// Played by `npm run test:full` alone.
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { hasPostgres } from '../../testing/servers/ask-servers.ts';
import { createBudgets } from './budget/create-budgets.ts';
import { STALE_MS } from './budget/shared-budgets.ts';
import { NOW, openTestIngest } from './testing/open-test-ingest.ts';

const open = async () => {
  const { accounts, dependencies, network: lay, close } = await openTestIngest({}, 'postgres');
  onTestFinished(close);
  const campaign = await lay.campaign((await lay.customer('advertiser', 'Sponsor')).id);
  await lay.flight(campaign.id, 'SCARCE', { prices: [{ model: 'flat', micros: 1 }], budgetMicros: 1_000 });
  const { key: flightKey } = await accounts.selectFrom('flights').select('key').executeTakeFirstOrThrow();
  const process = (clock: { readonly ms: number }) =>
    createBudgets({ ...dependencies, accounts, now: () => clock.ms, shared: true });
  const terms = () => ({ budgetMicros: 1_000, dailyCapMicros: null, timeZone: 'UTC' });
  return { accounts, flightKey, process, terms };
};

test.skipIf(!hasPostgres()).each([2, -2])(
  'reservations for plays last and pay for their plays, even if a clock is %i days wrong',
  async (days) => {
    const { accounts, flightKey, process, terms } = await open();
    // The clock of the database server is the machine's.
    const nowMs = Date.now();
    const [right, wrong] = [process({ ms: nowMs }), process({ ms: nowMs + days * DAY_MS })];
    const wish = { flightKey, mostMicros: 400, leastMicros: 1, forMs: 10 * MINUTE_MS, done: null };
    const [own] = await right.lease([wish], terms);
    const [others] = await wrong.lease([wish], terms);
    expect([own?.micros, others?.micros]).toEqual([400, 400]);
    // Neither process ended the other's reservation, so no process gets more than the remainder.
    expect(await wrong.lease([{ ...wish, leastMicros: 201 }], terms)).toEqual([null]);
    expect(await right.lease([{ ...wish, leastMicros: 201 }], terms)).toEqual([null]);
    const rest = { eventId: 1n, flightKey, amountMicros: 201, timestampMs: nowMs };
    for (const one of [right, wrong]) expect((await one.reserve([rest], terms)).held).toEqual(new Set([1n]));
    // A view of either process is paid from its reservation.
    for (const [at, lease] of [own, others].entries()) {
      const charge = {
        eventId: BigInt(10 + at),
        flightKey,
        amountMicros: 300,
        timestampMs: nowMs + at * days * DAY_MS,
      };
      const plays = new Map([[charge.eventId, { lease: lease?.id ?? 0, reservedMicros: 300 }]]);
      expect((await right.reserve([charge], terms, plays)).overBudget.size).toBe(0);
    }
    // For every process, reservations end according to the clock of the database server.
    await accounts
      .updateTable('play_leases')
      .set(({ eb }) => ({ until_at: eb('until_at', '-', 10 * MINUTE_MS) }))
      .execute();
    const [next] = await wrong.lease([{ ...wish, mostMicros: 1_000 }], terms);
    expect(next?.micros).toBe(400);
  },
);

test.skipIf(!hasPostgres())(
  'a process whose clock is or was days ahead does not treat active reservations as abandoned',
  async () => {
    const { accounts, flightKey, process, terms } = await open();
    const clocks: readonly [{ ms: number }, { ms: number }] = [{ ms: NOW }, { ms: NOW + 2 * DAY_MS }];
    const [right, wrong] = clocks.map(process) as [ReturnType<typeof process>, ReturnType<typeof process>];
    const take = async (budgets: typeof right, eventId: bigint, amountMicros: number) =>
      (await budgets.reserve([{ eventId, flightKey, amountMicros, timestampMs: NOW }], terms)).overBudget.size === 0;
    expect(await take(right, 1n, 1_000)).toBe(true);
    expect(await take(wrong, 2n, 1)).toBe(false);

    // The outcome of a dead process's reservation is unknown. A process whose clock went backward also recounts it.
    await accounts
      .updateTable('spend_reservations')
      .set(({ eb }) => ({ made_at: eb('made_at', '-', STALE_MS + 1_000) }))
      .execute();
    clocks[1].ms = NOW;
    expect(await take(wrong, 3n, 1)).toBe(true);
  },
);
