import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import type { EventResult, OutletEvent } from '#contract/ingest.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { NothingStoredError } from '#event-store/events-db.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import { describeOnEngines } from '../../../databases/accounts/testing/open-engines.ts';
import { seededRandom } from '../../../lib/seeded-random.ts';
import type { Charge } from '../../../plays/budgets.ts';
import { makeCampaign, makeCustomer, makeFlight } from '../../../testing/makers.ts';
import { turnPatternsOff } from '../../../testing/patterns-off.ts';
import { hasPostgres } from '../../../testing/servers/ask-servers.ts';
import { createIngestor } from '../create-ingestor.ts';
import { NOW, openTestIngest, outletEvent } from '../testing/open-test-ingest.ts';
import { emptyBook } from './flight-book.ts';
import { createSharedBudgets, lockBooks, STALE_MS } from './shared-budgets.ts';
import { asTime } from './spend-queries.ts';

const SHARED = { dateOf: (instantMs: number) => new Date(instantMs).toISOString().slice(0, 10) };
const termsOf = (budgetMicros: number) => () => ({ budgetMicros, dailyCapMicros: null, timeZone: 'UTC' });
const booksOf = (spent: Iterable<readonly [number, number]>) =>
  new Map([...spent].map(([key, spentMicros]) => [key, { ...emptyBook(), spentMicros }]));

describeOnEngines('shared budgets', (engine) => {
  let accounts: AccountsDb;
  afterEach(() => engine.remove());

  test('processes that reserve, store, die and recount never exceed the budget, and end with the sums of the store', async () => {
    accounts = await engine.openMigrated();
    const random = seededRandom('shared budgets', 1);
    const budget = 5_000;
    const stored = new Map<number, number>([[7, 400]]);
    const clock = { ms: NOW };
    const process = () =>
      createSharedBudgets({ ...SHARED, accounts, now: () => clock.ms, readSpent: async () => booksOf(stored) });
    const processes = [process(), process()];
    const overBudget: Charge[] = [];
    let ids = 0;
    const makeCharge = (): Charge => {
      ids += 1;
      // All charges have the same price, so that the amount that one batch returns is enough for any other charge.
      const amountMicros = random.pick([0, 45]);
      return { eventId: BigInt(ids), flightKey: random.pick([7, 8]), amountMicros, timestampMs: NOW };
    };
    /** Resends events that are not stored, to any process, until they are stored. */
    const send = async (charges: readonly Charge[]): Promise<void> => {
      const one = random.pick(processes);
      const reservation = await one.reserve(charges, termsOf(budget));
      const earning = charges.filter(({ eventId }) => !reservation.overBudget.has(eventId));
      await nextTurn();
      const outcome = random.pick(['stored', 'stored', 'refused', 'in doubt', 'died before', 'died after'] as const);
      const isStored = outcome === 'stored' || outcome === 'died after';
      if (isStored) {
        overBudget.push(...charges.filter(({ eventId }) => reservation.overBudget.has(eventId)));
        for (const { flightKey, amountMicros } of earning)
          stored.set(flightKey, (stored.get(flightKey) ?? 0) + amountMicros);
      }
      for (const spent of stored.values()) expect(spent).toBeLessThanOrEqual(budget);
      if (outcome === 'in doubt') await one.returnUnused(earning);
      else if (!outcome.startsWith('died')) await reservation.settle(isStored ? [] : earning);
      if (!isStored) await send(charges);
    };
    const write = async () => {
      for (let turn = 0; turn < 12; turn += 1) await send(Array.from({ length: random.whole(1, 6) }, makeCharge));
    };
    await Promise.all(Array.from({ length: 16 }, write));
    const held = await spendOf(accounts);
    for (const [key, spent] of stored) expect(held.get(key)).toBeGreaterThanOrEqual(spent);
    clock.ms += STALE_MS + 1;
    await process().recount();
    expect(await spendOf(accounts)).toEqual(stored);
    expect(await accounts.selectFrom('spend_reservations').selectAll().execute()).toEqual([]);
    // A batch that is sent again after its process died keeps its reservation.
    expect(overBudget.length).toBeGreaterThan(0);
    for (const { flightKey, amountMicros } of overBudget)
      expect((stored.get(flightKey) ?? 0) + amountMicros).toBeGreaterThan(budget);
  });

  test('releases the amount of an unconfirmed insert once, when it is known that nothing was stored', async () => {
    accounts = await engine.openMigrated();
    const clock = { ms: NOW };
    const budgets = createSharedBudgets({
      ...SHARED,
      accounts,
      now: () => clock.ms,
      readSpent: async () => booksOf([[7, 400]]),
    });
    const charge = (eventId: bigint): Charge => ({ eventId, flightKey: 7, amountMicros: 50, timestampMs: NOW });
    const take = async (eventId: bigint) => (await budgets.reserve([charge(eventId)], termsOf(450))).overBudget;
    expect(await take(1n)).toEqual(new Set());
    expect(await take(2n)).toEqual(new Set([2n]));
    await budgets.returnUnused([charge(1n)]);
    await budgets.returnUnused([charge(1n)]);
    expect(await spendOf(accounts)).toEqual(new Map([[7, 400]]));
    expect(await accounts.selectFrom('spend_reservations').selectAll().execute()).toEqual([]);
    expect(await take(3n)).toEqual(new Set());
    // After a recount, there is nothing left to return.
    clock.ms += STALE_MS + 1;
    await createSharedBudgets({
      ...SHARED,
      accounts,
      now: () => clock.ms,
      readSpent: async () => booksOf([[7, 400]]),
    }).recount();
    await budgets.returnUnused([charge(3n)]);
    expect(await spendOf(accounts)).toEqual(new Map([[7, 400]]));
  });

  test('a rejected event without a price leaves the spend of its flight unchanged', async () => {
    accounts = await engine.openMigrated();
    const budgets = createSharedBudgets({
      ...SHARED,
      accounts,
      now: () => NOW,
      readSpent: async () => booksOf([[7, 400]]),
    });
    const [free, paid] = [
      { eventId: 1n, flightKey: 7, amountMicros: 0, timestampMs: NOW },
      { eventId: 2n, flightKey: 8, amountMicros: 50, timestampMs: NOW },
    ];
    await (
      await budgets.reserve([{ eventId: 3n, flightKey: 7, amountMicros: 30, timestampMs: NOW }], termsOf(1_000))
    ).settle([]);
    await (await budgets.reserve([free, paid], termsOf(1_000))).settle([free, paid]);
    expect(await spendOf(accounts)).toEqual(
      new Map([
        [7, 430],
        [8, 0],
      ]),
    );
  });

  test('a reservation during a decrease waits, and uses the lower terms', async () => {
    accounts = await engine.openMigrated();
    const advertiser = await makeCustomer(accounts, { kind: 'advertiser' });
    const campaign = await makeCampaign(accounts, { customerId: advertiser.id });
    const { id, key } = await makeFlight(accounts, { campaignId: campaign.id, budgetMicros: 100 });
    const readSpent = async () => new Map([[key, { ...emptyBook(), spentMicros: 30 }]]);
    const budgets = createSharedBudgets({ ...SHARED, accounts, now: () => NOW, readSpent });
    const old = termsOf(100);
    await budgets.standing([key], old);
    const waiting = await accounts.transaction().execute(async (tx) => {
      const { least } = await budgets.lower(tx, key, old());
      expect(least).toEqual({ allMicros: 30, ofDayMicros: 0 });
      const reserved = budgets.reserve([{ eventId: 1n, flightKey: key, amountMicros: 21, timestampMs: NOW }], old);
      await tx.updateTable('flights').set({ budget_micros: 50 }).where('id', '=', id).execute();
      return [reserved];
    });
    expect((await waiting[0])?.overBudget).toEqual(new Set([1n]));
    const wish = { flightKey: key, mostMicros: 60, leastMicros: 10, forMs: MINUTE_MS, done: null };
    expect(await budgets.lease([wish], old)).toMatchObject([{ micros: 20 }]);
  });

  test('does not return an amount twice that was recounted during a slow insert', async () => {
    accounts = await engine.openMigrated();
    const clock = { ms: NOW };
    let isAway = false;
    const budgets = createSharedBudgets({
      ...SHARED,
      accounts,
      now: () => clock.ms,
      readSpent: async (keys) => {
        if (isAway && keys.includes(8)) throw new Error('away');
        return booksOf([[7, 400]]);
      },
    });
    const charges = [7, 8].map((flightKey) => ({
      eventId: BigInt(flightKey),
      flightKey,
      amountMicros: 50,
      timestampMs: NOW,
    }));
    const reservation = await budgets.reserve(charges, termsOf(1_000));
    clock.ms += STALE_MS + 1;
    isAway = true;
    await expect(budgets.recount()).rejects.toThrow('away');
    await reservation.settle(charges);
    expect(await spendOf(accounts)).toEqual(
      new Map([
        [7, 400],
        [8, 0],
      ]),
    );
  });
});

describeOnEngines('what processes keep for plays', (engine) => {
  afterEach(() => engine.remove());
  const MINUTES = 10;
  const wish = { flightKey: 7, mostMicros: 60, leastMicros: 10, forMs: MINUTES * MINUTE_MS, done: null };
  const charge = (eventId: number, amountMicros: number, timestampMs = NOW): Charge => ({
    eventId: BigInt(eventId),
    flightKey: 7,
    amountMicros,
    timestampMs,
  });
  const playOf = (lease: number) => ({ lease, reservedMicros: 10 });

  async function open(spent = 0) {
    const accounts = await engine.openMigrated();
    const clock = { ms: NOW };
    const process = () =>
      createSharedBudgets({ ...SHARED, accounts, now: () => clock.ms, readSpent: async () => booksOf([[7, spent]]) });
    return { accounts, clock, processes: [process(), process()] as const };
  }
  const leftOf = async (accounts: AccountsDb) =>
    (await accounts.selectFrom('play_leases').select('left_micros').orderBy('id').execute()).map(
      (row) => row.left_micros,
    );

  test('never exceeds the budget, with any number of concurrent requests', async () => {
    const { accounts, processes } = await open(30);
    const asked = Array.from({ length: 12 }, (_, at) =>
      at % 3 === 2
        ? processes[at % 2]?.reserve([charge(at, 25)], termsOf(205))
        : processes[at % 2]?.lease([wish, { ...wish, mostMicros: 25 }], termsOf(205)),
    );
    await Promise.all(asked);
    const held = (await leftOf(accounts)).reduce((sum, micros) => sum + micros, 0);
    const spent = (await spendOf(accounts)).get(7) ?? 0;
    expect(held + spent).toBeGreaterThan(205 - wish.leastMicros);
    expect(held + spent).toBeLessThanOrEqual(205);
  });

  test('pays for its views in any process, once, and is free again when it ends or is unused', async () => {
    const { accounts, clock, processes } = await open(20);
    const [one, other] = processes;
    const terms = termsOf(100);
    const [lease] = await one.lease([wish], terms);
    expect(lease?.micros).toBe(60);
    // No other charge gets the leased money, not even in the other process.
    expect((await other.reserve([charge(1, 21), charge(2, 20)], terms)).held).toEqual(new Set([1n]));
    const plays = new Map([3, 4, 5].map((id) => [BigInt(id), playOf(lease?.id ?? 0)]));
    const paid = await other.reserve([charge(3, 10), charge(4, 10), charge(6, 1)], terms, plays);
    expect(paid.held).toEqual(new Set([6n]));
    expect(await leftOf(accounts)).toEqual([40]);
    // The price of a rejected event stays reserved for its play.
    await paid.settle([charge(4, 10)]);
    expect(await leftOf(accounts)).toEqual([50]);
    expect((await other.standing([7], terms)).get(7)).toMatchObject({ spentMicros: 50, heldMicros: 50 });
    // When a process serves no more plays, the next reservation gets what no play used.
    const done = { id: lease?.id ?? 0, unusedMicros: 40 };
    const [next] = await one.lease([{ ...wish, forMs: wish.forMs + MINUTE_MS, done }], terms);
    expect(next?.micros).toBe(40);
    expect((await leftOf(accounts)).sort()).toEqual([10, 40]);
    expect((await other.reserve([charge(5, 10)], terms, plays)).overBudget.size).toBe(0);
    clock.ms += wish.forMs + MINUTE_MS;
    expect((await one.reserve([charge(8, 41)], terms)).overBudget).toEqual(new Set([8n]));
    expect((await one.reserve([charge(9, 40)], terms)).overBudget.size).toBe(0);
    expect(await one.lease([{ ...wish, forMs: MINUTE_MS }], terms)).toEqual([null]);
    expect(await leftOf(accounts)).toEqual([]);
  });

  test.skipIf(engine.name === 'SQLite')('waits for its own flight only', async () => {
    const { accounts, clock, processes } = await open();
    const [one, other] = processes;
    const wishOf = (flightKey: number) => ({ ...wish, flightKey, forMs: MINUTE_MS });
    await one.lease([wishOf(7), wishOf(8)], termsOf(1_000));
    clock.ms += 2 * MINUTE_MS;
    let waiting: Promise<unknown> = Promise.resolve();
    await accounts.transaction().execute(async (tx) => {
      await lockBooks(tx, [7], asTime(clock.ms));
      waiting = one.lease([wishOf(7)], termsOf(1_000));
      await expect.poll(() => countWaiting(accounts)).toBe(1);
      const late = pause(2_000, 'waited', { ref: false });
      expect(await Promise.race([other.lease([wishOf(8)], termsOf(1_000)), late])).toMatchObject([{ micros: 60 }]);
    });
    expect(await waiting).toMatchObject([{ micros: 60 }]);
    expect(await leftOf(accounts)).toEqual([60, 60]);
  });

  test('counts toward the daily cap on every day that its views may arrive, and survives a recount', async () => {
    const { accounts, clock, processes } = await open();
    clock.ms = Date.parse(`${new Date(NOW).toISOString().slice(0, 10)}T23:55:00Z`);
    const terms = () => ({ budgetMicros: 1_000, dailyCapMicros: 100, timeZone: 'UTC' });
    const [lease] = await processes[0].lease([{ ...wish, mostMicros: 90 }], terms);
    const tomorrow = clock.ms + 6 * MINUTE_MS;
    const both = [charge(1, 11, clock.ms), charge(2, 11, tomorrow)];
    expect((await processes[1].reserve(both, terms)).held).toEqual(new Set([1n, 2n]));
    const plays = new Map([[3n, playOf(lease?.id ?? 0)]]);
    expect((await processes[1].reserve([charge(3, 10, tomorrow)], terms, plays)).overBudget.size).toBe(0);
    // The process that made the reservation is gone.
    await accounts
      .updateTable('spend_reservations')
      .set({ made_at: clock.ms - STALE_MS - 1 })
      .execute();
    await processes[0].recount();
    // The store does not have the view. Its price stays reserved, because an outlet may report the view again.
    expect(await leftOf(accounts)).toEqual([90]);
    expect((await processes[0].standing([7], terms)).get(7)).toMatchObject({ spentMicros: 0, heldMicros: 90 });
  });

  test('pays once for a view that is reported again after its process died, and for other views', async () => {
    const { accounts, processes } = await open();
    const [dead, other] = processes;
    const terms = termsOf(60);
    const [lease] = await dead.lease([wish], terms);
    const plays = new Map([1, 2, 3, 4, 5, 6].map((id) => [BigInt(id), playOf(lease?.id ?? 0)]));
    const first = [charge(1, 10), charge(2, 10), charge(3, 10)];
    const lost = await dead.reserve(first, terms, new Map([...plays].slice(0, 3)));
    const again = await other.reserve([charge(1, 10), charge(2, 10)], terms, new Map([...plays].slice(0, 2)));
    expect(again.overBudget.size).toBe(0);
    expect((await other.standing([7], terms)).get(7)).toMatchObject({ spentMicros: 30, heldMicros: 30 });
    // A view that is already stored is reported again too, and its price stays spent.
    const stored = await other.reserve([], terms, new Map([...plays].slice(2, 3)));
    expect(stored.overBudget.size).toBe(0);
    // The process was only slow, and its batch is not stored. It must not return the money that other batches took
    // over.
    await lost.settle(first);
    await again.settle([]);
    expect(await leftOf(accounts)).toEqual([40]);
    const rest = [3, 4, 5, 6].map((id) => charge(id, 10));
    expect((await other.reserve(rest, terms, new Map([...plays].slice(2)))).overBudget.size).toBe(0);
    expect(await leftOf(accounts)).toEqual([0]);
  });
});

/** Counts statements that wait for the lock on the row of a flight. */
async function countWaiting(accounts: AccountsDb): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%flight_spend%for update%'`.execute(
    accounts,
  );
  return rows[0]?.n ?? 0;
}

async function spendOf(accounts: AccountsDb): Promise<Map<number, number>> {
  const rows = await accounts.selectFrom('flight_spend').selectAll().execute();
  return new Map(rows.map((row) => [row.flight_key, row.spent_micros]));
}

test.skipIf(!hasPostgres())(
  'two processes store each id once, one click per view, and never exceed the budget',
  async () => {
    const ingest = await openTestIngest({}, 'postgres');
    await turnPatternsOff(ingest.accounts);
    const { network: lay, dependencies, events } = ingest;
    const owner = await lay.customer('property', 'Owner');
    const outlet = await lay.outlet('00000000000000a1', {
      customerId: owner.id,
      venueId: await lay.venue(owner.id, 'UTC'),
    });
    const campaign = await lay.campaign((await lay.customer('advertiser', 'Sponsor')).id);
    const prices = [{ model: 'cpc', micros: 1_003 }] as const;
    await lay.flight(campaign.id, 'SHARED', { prices, budgetMicros: 40_000 });
    const key = { kind: 'gateway', customerId: owner.id } as const;
    const processes = [1, 2].map(() => createIngestor({ ...dependencies, events, shared: true }));
    const both = (batch: (process: number) => OutletEvent[]): Promise<EventResult[][]> =>
      Promise.all(processes.map((one, index) => one.accept(batch(index), key)));

    const views = Array.from({ length: 60 }, () => outletEvent({ eui: outlet.eui, flight: 'SHARED' }));
    // The same ids with different timestamps, concurrently. One process stores them, and the other finds duplicates.
    const answers = await both((process) =>
      views.map((view) => ({ ...view, timestamp: new Date(NOW - (process + 1) * MINUTE_MS).toISOString() })),
    );
    expect(answers.flat().filter(({ status }) => status === 'accepted')).toHaveLength(60);
    const clicks = await both(() =>
      views.map(({ id }) => outletEvent({ eui: outlet.eui, type: 'click', view_id: id })),
    );
    const reasons = clicks.flat().map(({ reason }) => reason ?? 'counted');
    expect(reasons.filter((reason) => reason === 'repeated')).toHaveLength(60);
    expect(reasons.filter((reason) => reason === 'counted')).toHaveLength(39);
    expect(reasons.filter((reason) => reason === 'over_budget')).toHaveLength(21);
    const stored = await ingest.stored();
    expect(stored.filter(({ kind }) => kind === 'view')).toHaveLength(60);
    expect(stored.reduce((sum, { amount }) => sum + amount, 0)).toBe(39 * 1_003);
    expect([...(await spendOf(ingest.accounts)).values()]).toEqual([39 * 1_003]);

    // A process that lost its locks stored nothing, so the amount of its click is available again.
    await lay.flight(campaign.id, 'SECOND', { prices, budgetMicros: 40_000 });
    const [view] = await both((process) =>
      process === 0 ? [outletEvent({ eui: outlet.eui, flight: 'SECOND', type: 'view' })] : [],
    );
    expect(view?.map(({ status }) => status)).toEqual(['accepted']);
    const insert = () => Promise.reject(new NothingStoredError('The locks are lost.'));
    const frozen = createIngestor({ ...dependencies, shared: true, events: { ...events, insert } });
    const click = [outletEvent({ eui: outlet.eui, type: 'click', view_id: view?.[0]?.id ?? '' })];
    await expect(frozen.accept(click, key)).rejects.toMatchObject({ statusCode: 503 });
    expect([...(await spendOf(ingest.accounts)).values()].sort()).toEqual([0, 39 * 1_003]);
    expect(await ingest.accounts.selectFrom('spend_reservations').selectAll().execute()).toEqual([]);
    for (const one of [...processes, frozen]) await one.close();
    await ingest.close();
  },
);
