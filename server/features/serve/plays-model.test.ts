import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { describeOnEngines } from '../../databases/accounts/testing/open-engines.ts';
import { type SeededRandom, seededRandom } from '../../lib/seeded-random.ts';
import type { CatalogFlight } from '../../network/snapshot/catalog-entries.ts';
import type { Budgets, Charge, FlightTerms } from '../../plays/budgets.ts';
import { byLength } from '../../testing/test-length.ts';
import { emptyBook, type FlightBook } from '../ingest/budget/flight-book.ts';
import { createMemoryBudgets } from '../ingest/budget/flight-budgets.ts';
import type { LeaseRow } from '../ingest/budget/lease-queries.ts';
import { bookLeaseOf } from '../ingest/budget/lease-rows.ts';
import { createSharedBudgets, STALE_MS } from '../ingest/budget/shared-budgets.ts';
import { createFlightLeases, type FlightLeases } from './flight-leases.ts';

/*
 * Many writers serve plays and report them in any order, repeatedly, late, or without a play, while processes die in
 * between. The stored rows are the history. The model does not include budgets, leases and reservations
 * (docs/business-rules.md#delivery).
 */

const WRITERS = 64;
const TURNS = byLength(10, 30);
const SEEDS = byLength([1], [1, 2, 3, 4, 5]);
const PLAY_MS = 15 * MINUTE_MS;
/** The midnight in the middle of each run, so that plays are shown on both sides of it. */
const MIDNIGHT = Date.UTC(2026, 10, 22);

const TERMS: ReadonlyMap<number, FlightTerms & { readonly price: number }> = new Map([
  [1, { budgetMicros: 100_000, dailyCapMicros: 25_000, timeZone: 'UTC', price: 101 }],
  [2, { budgetMicros: 12_000, dailyCapMicros: null, timeZone: 'UTC', price: 333 }],
  [3, { budgetMicros: 1_000_000, dailyCapMicros: 9_001, timeZone: 'UTC', price: 50 }],
]);
const FLIGHTS = new Map([...TERMS.keys()].map((key) => [key, { key } as CatalogFlight]));
const termsOf = (key: number) => TERMS.get(key) ?? { budgetMicros: 0, dailyCapMicros: null, timeZone: 'UTC', price: 0 };
const dateOf = (instantMs: number) => new Date(instantMs).toISOString().slice(0, 10);

type Play = {
  readonly eventId: bigint;
  readonly flightKey: number;
  readonly lease: number;
  readonly reservedMicros: number;
  readonly issuedMs: number;
  readonly expiresMs: number;
  /** When the play is shown. A repeated report has the same time. */
  readonly shownMs: number;
};
type Process = { readonly budgets: Budgets; readonly leases: FlightLeases; isAlive: boolean };
type World = {
  readonly clock: { ms: number };
  readonly stored: Map<bigint, Charge>;
  readonly open: () => Budgets;
  readonly processes: number;
  readonly spanMs: number;
};

const booksOf = (stored: ReadonlyMap<bigint, Charge>): Map<number, FlightBook> => {
  const books = new Map<number, FlightBook>();
  for (const { flightKey, amountMicros, timestampMs } of stored.values()) {
    const book = books.get(flightKey) ?? emptyBook();
    book.spentMicros += amountMicros;
    book.days.set(dateOf(timestampMs), (book.days.get(dateOf(timestampMs)) ?? 0) + amountMicros);
    books.set(flightKey, book);
  }
  return books;
};

/** Checks with an independent sum that no flight exceeds its budget, and no day its cap. */
function checkMoney(stored: ReadonlyMap<bigint, Charge>): void {
  for (const [key, { spentMicros, days }] of booksOf(stored)) {
    const { budgetMicros, dailyCapMicros } = termsOf(key);
    expect(spentMicros, `flight ${key}`).toBeLessThanOrEqual(budgetMicros);
    for (const [date, micros] of days)
      expect(micros, `flight ${key} on ${date}`).toBeLessThanOrEqual(dailyCapMicros ?? budgetMicros);
  }
}

async function live(world: World, random: SeededRandom) {
  const { clock, stored } = world;
  const now = () => clock.ms;
  clock.ms = MIDNIGHT - world.spanMs / 2;
  const start = (): Process => {
    const budgets = world.open();
    return {
      budgets,
      leases: createFlightLeases({ budgets, playMs: PLAY_MS, now, onHeld: () => undefined }),
      isAlive: true,
    };
  };
  const processes = Array.from({ length: world.processes }, start);
  const plays: Play[] = [];
  const underway = new Set<bigint>();
  const seen = { paid: 0, over: 0, deaths: 0 };
  let ids = 0n;

  async function serve(process: Process): Promise<void> {
    const flight = FLIGHTS.get(random.whole(1, 3));
    if (flight === undefined) return;
    const { price } = termsOf(flight.key);
    for (let tries = 0; tries < 3; tries += 1) {
      const lease = process.leases.take(flight.key, price);
      if (lease !== null) {
        const issuedMs = Math.floor(clock.ms / SECOND_MS) * SECOND_MS;
        ids += 1n;
        plays.push({
          eventId: ids,
          flightKey: flight.key,
          lease,
          reservedMicros: price,
          issuedMs,
          expiresMs: issuedMs + PLAY_MS,
          shownMs: issuedMs + random.whole(0, PLAY_MS),
        });
        return;
      }
      if (!(await process.leases.refill(flight, price, termsOf)) || !process.isAlive) return;
    }
  }

  /** Returns random served plays, some reported before, some too late, some twice, and events without a play. */
  function batch(): { charges: Charge[]; reported: Play[] } {
    const wanted = Array.from({ length: random.whole(0, 6) }, () => plays[random.whole(0, plays.length - 1)]);
    const reported = [...new Set(wanted)].filter((play) => play !== undefined && !stored.has(play.eventId));
    const fresh = reported.filter((play): play is Play => play !== undefined && !underway.has(play.eventId));
    const charges = fresh.map(
      ({ eventId, flightKey, reservedMicros, shownMs }): Charge => ({
        eventId,
        flightKey,
        amountMicros: reservedMicros,
        timestampMs: shownMs,
      }),
    );
    for (let extra = random.whole(0, 3); extra > 0; extra -= 1) {
      const flightKey = random.whole(1, 3);
      ids += 1n;
      const timestampMs = clock.ms - random.whole(0, 60) * MINUTE_MS;
      charges.push({ eventId: ids, flightKey, amountMicros: random.whole(0, 400), timestampMs });
    }
    return { charges: charges.sort(() => random.fraction() - 0.5), reported: fresh };
  }

  async function report(process: Process): Promise<void> {
    const { charges, reported } = batch();
    for (const { eventId } of charges) underway.add(eventId);
    const byId = new Map(reported.map((play) => [play.eventId, play]));
    const { overBudget, held, settle } = await process.budgets.reserve(charges, termsOf, byId);
    const earning = charges.filter(({ eventId }) => !overBudget.has(eventId) && !held.has(eventId));
    for (let turn = random.whole(0, 2); turn > 0; turn -= 1) await nextTurn();
    for (const { eventId } of charges) underway.delete(eventId);
    if (!process.isAlive) return;
    for (const { eventId, flightKey, expiresMs } of reported) {
      const isOnTime = clock.ms <= expiresMs + MINUTE_MS;
      if (isOnTime) expect(overBudget.has(eventId) || held.has(eventId), `play ${eventId} of ${flightKey}`).toBe(false);
    }
    seen.over += overBudget.size + held.size;
    const outcome = random.whole(1, 40);
    if (outcome <= 4) return settle(earning);
    // The process dies with an active reservation and no stored row. Its plays are reported again to another process.
    if (outcome === 40) return die(process);
    // Outlets report an event again if it has to wait for other plays.
    for (const charge of charges.filter(({ eventId }) => !held.has(eventId)))
      stored.set(charge.eventId, overBudget.has(charge.eventId) ? { ...charge, amountMicros: 0 } : charge);
    checkMoney(stored);
    seen.paid += earning.filter(({ eventId }) => byId.has(eventId)).length;
    if (outcome > 5) return settle([]);
    // The process dies with stored rows and an active reservation.
    die(process);
  }

  function die(process: Process): void {
    process.isAlive = false;
    seen.deaths += 1;
    processes[processes.indexOf(process)] = start();
  }

  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        const process = processes[writer % processes.length];
        if (process === undefined) throw new RangeError('no process');
        if (random.whole(1, 3) === 1) await report(process);
        else await serve(process);
        clock.ms += random.whole(0, (2 * world.spanMs) / (WRITERS * TURNS));
      }
    }),
  );
  expect(seen.paid).toBeGreaterThan(20);
  expect(seen.over).toBeGreaterThan(0);
  return { processes, seen };
}

const equalToTheStore = async (budgets: Budgets, stored: ReadonlyMap<bigint, Charge>) => {
  const standings = await budgets.standing([1, 2, 3], termsOf);
  for (const [key, book] of booksOf(stored))
    expect(standings.get(key)?.spentMicros, `flight ${key}`).toBe(book.spentMicros);
};

test.each(SEEDS)(
  'with repeated deaths of one process, pays all on-time plays within the budgets (seed %i)',
  async (seed) => {
    const clock = { ms: 0 };
    const stored = new Map<bigint, Charge>();
    const rows: LeaseRow[] = [];
    const open = () =>
      createMemoryBudgets({
        dateOf,
        now: () => clock.ms,
        read: async () => {
          const books = booksOf(stored);
          for (const row of rows) {
            const book = books.get(row.flight_key) ?? emptyBook();
            book.leases.push(bookLeaseOf(row));
            books.set(row.flight_key, book);
          }
          return books;
        },
        keepLeases: async (made) => void rows.push(...made),
      });
    const { seen } = await live(
      { clock, stored, open, processes: 1, spanMs: 60 * MINUTE_MS },
      seededRandom('one', seed),
    );
    expect(seen.deaths).toBeGreaterThan(0);
    await equalToTheStore(open(), stored);
  },
);

describeOnEngines('plays of two processes', (engine) => {
  afterEach(() => engine.remove());

  test.each(SEEDS)(
    'several processes that serve, report and die stay within the budgets, and match the store (seed %i)',
    async (seed) => {
      const accounts = await engine.openMigrated();
      const clock = { ms: 0 };
      const stored = new Map<bigint, Charge>();
      const open = () =>
        createSharedBudgets({ accounts, dateOf, now: () => clock.ms, readSpent: async () => booksOf(stored) });
      // The run is shorter than the age of a stale reservation. Otherwise, a recount would wait for active
      // reservations, which wait here for the recount.
      await live({ clock, stored, open, processes: 2, spanMs: STALE_MS - 2 * MINUTE_MS }, seededRandom('two', seed));
      clock.ms += STALE_MS + MINUTE_MS;
      const budgets = open();
      await budgets.recount();
      await equalToTheStore(budgets, stored);
      // Plays that were never shown have expired, so the remainder can be spent to the last micro-dollar.
      const left = termsOf(2).budgetMicros - (booksOf(stored).get(2)?.spentMicros ?? 0);
      const last = (micros: number): Charge => ({
        eventId: BigInt(-micros),
        flightKey: 2,
        amountMicros: micros,
        timestampMs: clock.ms,
      });
      expect((await budgets.reserve([last(left + 1)], termsOf)).overBudget.size).toBe(1);
      if (left > 0) expect((await budgets.reserve([last(left)], termsOf)).overBudget.size).toBe(0);
    },
  );
});
