import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import type { Charge, PlaysOf, TermsOf } from '../../../plays/budgets.ts';
import { emptyBook, type FlightBook } from './flight-book.ts';
import { createMemoryBudgets } from './flight-budgets.ts';
import type { LeaseRow } from './lease-queries.ts';
import { bookLeaseOf } from './lease-rows.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

const chargeOf = (eventId: number, flightKey: number, amountMicros: number): Charge => ({
  eventId: BigInt(eventId),
  flightKey,
  amountMicros,
  timestampMs: NOON,
});

const termsOf =
  (budgetMicros: number, dailyCapMicros: number | null = null) =>
  () => ({
    budgetMicros,
    dailyCapMicros,
    timeZone: 'UTC',
  });
function memory(spent: number | (() => Promise<Map<number, FlightBook>>) = 0) {
  const clock = { ms: NOON };
  const kept: LeaseRow[] = [];
  const read = typeof spent === 'number' ? async () => bookOf(spent) : spent;
  const budgets = createMemoryBudgets({
    read,
    keepLeases: async (rows) => void kept.push(...rows),
    dateOf: (instantMs) => new Date(instantMs).toISOString().slice(0, 10),
    now: () => clock.ms,
  });
  /** Returns the charges that fail now, because the money is spent or reserved. */
  const over = async (charges: Charge[], terms: TermsOf, plays?: PlaysOf) => {
    const { overBudget, held } = await budgets.reserve(charges, terms, plays);
    return charges.map(({ eventId }) => eventId).filter((id) => overBudget.has(id) || held.has(id));
  };
  /** Returns the charges that wait for money that is reserved for plays. */
  const held = async (charges: Charge[], terms: TermsOf, plays?: PlaysOf) => [
    ...(await budgets.reserve(charges, terms, plays)).held,
  ];
  return { budgets, clock, held, kept, over };
}
const bookOf = (spentMicros: number) => new Map([[1, { ...emptyBook(), spentMicros }]]);

test('rejects a charge above the remaining budget, and accepts a smaller one after it', async () => {
  const { budgets, over } = memory(60);
  const charges = [chargeOf(1, 1, 41), chargeOf(2, 1, 40), chargeOf(3, 1, 1), chargeOf(4, 1, 0)];
  expect(await over(charges, termsOf(100))).toEqual([1n, 3n]);
  expect((await budgets.standing([1], termsOf(100))).get(1)?.spentMicros).toBe(100);
});

test('a budget below the spend rejects every charge, and a raised one accepts the difference', async () => {
  const { over } = memory(60);
  expect(await over([chargeOf(1, 1, 1)], termsOf(50))).toEqual([1n]);
  expect(await over([chargeOf(2, 1, 10), chargeOf(3, 1, 1)], termsOf(70))).toEqual([3n]);
});

test('a day accepts at most its cap by event time, and returned amounts can be spent again', async () => {
  const { budgets, over } = memory();
  const yesterday = (id: number, micros: number) => ({ ...chargeOf(id, 1, micros), timestampMs: NOON - DAY_MS });
  const terms = termsOf(1_000, 100);
  expect(await over([chargeOf(1, 1, 80), chargeOf(2, 1, 21), yesterday(3, 100)], terms)).toEqual([2n]);
  await budgets.returnUnused([chargeOf(1, 1, 80)]);
  expect(await over([chargeOf(4, 1, 100), yesterday(5, 1)], terms)).toEqual([5n]);
});

test('lower terms apply before they are stored, also to readers of older terms, and end if they are not stored', async () => {
  const { budgets, over } = memory(30);
  const known = (budgetMicros: number, asOf: number) => () => ({ ...termsOf(budgetMicros)(), asOf });
  const lower = (budgetMicros: number, cap: number | null = null) =>
    budgets.lower(null as never, 1, { budgetMicros, dailyCapMicros: cap, timeZone: 'UTC' });
  const given = await lower(20);
  expect(given.least).toEqual({ allMicros: 30, ofDayMicros: 0 });
  expect(await over([chargeOf(1, 1, 1)], known(100, 7))).toEqual([1n]);
  given.end(null);
  expect(await over([chargeOf(2, 1, 10)], known(100, 7))).toEqual([]);
  const stored = await lower(60, 25);
  expect(stored.least).toEqual({ allMicros: 40, ofDayMicros: 10 });
  expect(await over([chargeOf(3, 1, 16)], known(100, 8))).toEqual([3n]);
  stored.end(8);
  // A batch that was read before the change always uses the lower terms. A batch that was read later uses the terms
  // that it read.
  expect(await over([chargeOf(4, 1, 16), chargeOf(5, 1, 15)], known(100, 7))).toEqual([4n]);
  expect(await over([chargeOf(6, 1, 45)], known(100, 8))).toEqual([]);
});

test('with two concurrent decreases, the stored one stays until the network has it, although the second is not stored', async () => {
  const { budgets, over } = memory(30);
  const known = (budgetMicros: number, asOf: number) => () => ({ ...termsOf(budgetMicros)(), asOf });
  const lower = (budgetMicros: number) =>
    budgets.lower(null as never, 1, { budgetMicros, dailyCapMicros: null, timeZone: 'UTC' });
  const first = await lower(60);
  const second = await lower(40);
  first.end(8);
  second.end(null);
  expect(await over([chargeOf(1, 1, 31)], known(100, 7))).toEqual([1n]);
  // The budget has been raised since.
  expect(await over([chargeOf(2, 1, 31)], known(100, 9))).toEqual([]);
});

describe('budget reserved for plays', () => {
  const wish = { flightKey: 1, mostMicros: 60, leastMicros: 10, forMs: 10 * MINUTE_MS, done: null };
  const play = (lease: number, reservedMicros = 10) => ({ lease, reservedMicros });

  test('is not available to other charges, pays for its views, and its rest is free when it ends', async () => {
    const { budgets, clock, kept, over } = memory(20);
    const terms = termsOf(100);
    const [lease] = await budgets.lease([wish], terms);
    expect(kept.map((row) => row.left_micros)).toEqual([60]);
    expect(await over([chargeOf(1, 1, 21), chargeOf(2, 1, 20)], terms)).toEqual([1n]);
    const plays = new Map([3, 4, 5].map((id) => [BigInt(id), play(lease?.id ?? 0)]));
    expect(await over([chargeOf(3, 1, 10), chargeOf(4, 1, 10), chargeOf(6, 1, 1)], terms, plays)).toEqual([6n]);
    expect((await budgets.standing([1], terms)).get(1)).toMatchObject({ spentMicros: 60, heldMicros: 40 });
    clock.ms += wish.forMs;
    expect(await over([chargeOf(7, 1, 40), chargeOf(5, 1, 10)], terms, plays)).toEqual([5n]);
  });

  test('is on disk before it is returned, and still pays for its views after a crash', async () => {
    const { budgets, kept } = memory();
    const [lease] = await budgets.lease([wish], termsOf(60));
    const again = memory(async () => new Map([[1, { ...emptyBook(), leases: kept.map(bookLeaseOf) }]]));
    const plays = new Map([[2n, play(lease?.id ?? 0)]]);
    expect(await again.over([chargeOf(1, 1, 1), chargeOf(2, 1, 10)], termsOf(60), plays)).toEqual([1n]);
  });

  test('is read completely after a crash, and the spent part does not block the unspent part', async () => {
    const lease = {
      id: 5,
      leftMicros: 60,
      fromDate: '2026-11-21',
      toDate: '2026-11-21',
      untilMs: NOON + 2 * MINUTE_MS,
    };
    const { over } = memory(async () => new Map([[1, { spentMicros: 40, days: new Map(), leases: [lease] }]]));
    const views = [chargeOf(1, 1, 10), chargeOf(2, 1, 10)];
    const plays = new Map(views.map(({ eventId }) => [eventId, play(5)]));
    expect(await over([chargeOf(9, 1, 1)], termsOf(60))).toEqual([9n]);
    expect(await over(views, termsOf(60), plays)).toEqual([]);
    expect(await over([chargeOf(3, 1, 10)], termsOf(60), new Map([[3n, play(5)]]))).toEqual([3n]);
  });

  test('is not reserved if it could not be written to disk', async () => {
    const failing = createMemoryBudgets({
      read: async () => new Map(),
      keepLeases: () => Promise.reject(new Error('disk full')),
      dateOf: () => '2026-11-21',
      now: () => NOON,
    });
    await expect(failing.lease([wish], termsOf(60))).rejects.toThrow('disk full');
    expect((await failing.standing([1], termsOf(60))).get(1)?.heldMicros).toBe(0);
  });

  test('a play covers its own price only, and only while the reservation exists', async () => {
    const { budgets, over } = memory();
    const [lease] = await budgets.lease([{ ...wish, mostMicros: 20 }], termsOf(20));
    const plays = new Map([[1n, play(lease?.id ?? 0)]]);
    expect(await over([chargeOf(1, 1, 11)], termsOf(20), plays)).toEqual([1n]);
    expect(await over([chargeOf(1, 1, 10)], termsOf(20), plays)).toEqual([]);
  });

  test('counts on every day that its views may arrive, and returns after a failed insert', async () => {
    const { budgets, clock, over } = memory();
    clock.ms = Date.UTC(2026, 10, 21, 23, 55);
    const terms = termsOf(1_000, 100);
    const [lease] = await budgets.lease([{ ...wish, mostMicros: 90 }], terms);
    const tomorrow = { ...chargeOf(1, 1, 11), timestampMs: clock.ms + 6 * MINUTE_MS };
    expect(await over([{ ...chargeOf(2, 1, 11), timestampMs: clock.ms }, tomorrow], terms)).toEqual([2n, 1n]);
    const charge = { ...chargeOf(3, 1, 10), timestampMs: tomorrow.timestampMs };
    const reserved = await budgets.reserve([charge], terms, new Map([[3n, play(lease?.id ?? 0)]]));
    expect((await budgets.standing([1], terms)).get(1)).toMatchObject({ spentMicros: 10, heldMicros: 80 });
    await reserved.settle([charge]);
    expect((await budgets.standing([1], terms)).get(1)).toMatchObject({ spentMicros: 0, heldMicros: 90 });
  });

  test('the next reservation can use what no play used, and one below the minimum is refused', async () => {
    const { budgets } = memory();
    const [first] = await budgets.lease([wish], termsOf(65));
    expect(await budgets.lease([wish], termsOf(65))).toEqual([null]);
    const done = { id: first?.id ?? 0, unusedMicros: 50 };
    const [second] = await budgets.lease([{ ...wish, done }], termsOf(65));
    expect(second?.micros).toBe(55);
  });
});

test('a charge waits for money that is reserved for plays, and is over budget only for spent money', async () => {
  const { budgets, held, clock } = memory(40);
  const wish = { flightKey: 1, mostMicros: 60, leastMicros: 10, forMs: MINUTE_MS, done: null };
  await budgets.lease([wish], termsOf(100));
  expect(await held([chargeOf(1, 1, 60)], termsOf(100))).toEqual([1n]);
  expect((await budgets.reserve([chargeOf(2, 1, 61)], termsOf(100))).overBudget).toEqual(new Set([2n]));
  clock.ms += 2 * MINUTE_MS;
  expect(await held([chargeOf(1, 1, 60)], termsOf(100))).toEqual([]);
});

test('reads the spend again with the next batch after the store failed', async () => {
  let asked = 0;
  const { budgets } = memory(async () => {
    asked += 1;
    if (asked === 1) throw new Error('busy');
    return bookOf(95);
  });
  await expect(budgets.reserve([chargeOf(1, 1, 5)], termsOf(100))).rejects.toThrow('busy');
  expect((await budgets.reserve([chargeOf(1, 1, 6)], termsOf(100))).overBudget.size).toBe(1);
  expect((await budgets.reserve([chargeOf(2, 1, 5)], termsOf(100))).overBudget.size).toBe(0);
});

test('concurrent batches with any outcome never spend above a budget', async () => {
  const batch = fc.record({
    charges: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 40 })), { maxLength: 12 }),
    outcome: fc.constantFrom('stored', 'stored', 'refused', 'unknown'),
    waits: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { maxLength: 40 }), fc.integer({ min: 0, max: 200 }), async (batches, budget) => {
      const stored = new Map<number, number>();
      const mayBeStored = new Map<number, number>();
      const add = (sums: Map<number, number>, charges: readonly Charge[]) => {
        for (const { flightKey, amountMicros } of charges)
          sums.set(flightKey, (sums.get(flightKey) ?? 0) + amountMicros);
      };
      const budgets = memory().budgets;
      let ids = 0;
      const next = (flight: number, amount: number) => {
        ids += 1;
        return chargeOf(ids, flight, amount);
      };
      await Promise.all(
        batches.map(async ({ charges, outcome, waits }) => {
          const sent = charges.map(([flight, amount]) => next(flight, amount));
          const { overBudget, settle } = await budgets.reserve(sent, termsOf(budget));
          const earning = sent.filter(({ eventId }) => !overBudget.has(eventId));
          for (let turn = 0; turn < waits; turn += 1) await new Promise(setImmediate);
          if (outcome !== 'refused') add(mayBeStored, earning);
          if (outcome === 'stored') add(stored, earning);
          for (const spent of mayBeStored.values()) expect(spent).toBeLessThanOrEqual(budget);
          if (outcome !== 'unknown') await settle(outcome === 'refused' ? earning : []);
        }),
      );
      // The remainder is exactly the budget minus the amounts that are or may be stored. It can be spent to the last
      // micro-dollar.
      for (const flight of [1, 2, 3]) {
        const left = budget - (mayBeStored.get(flight) ?? 0);
        const last = next(flight, left + 1);
        expect((await budgets.reserve([last], termsOf(budget))).overBudget.size).toBe(1);
        const rest = next(flight, left);
        expect((await budgets.reserve([rest], termsOf(budget))).overBudget.size).toBe(0);
      }
    }),
    { numRuns: 100 },
  );
});
