import type { RawBuilder } from 'kysely';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS } from '#domain/durations.ts';
import { createDayFinder } from '#domain/zoned-day.ts';
import type { EventsReader } from '#event-store/event-store.ts';
import { type Config, isShared } from '../../../config/config.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import { forgetSpend } from '../../../databases/accounts/forget-spend.ts';
import { storeTime } from '../../../databases/accounts/store-time.ts';
import type { Budgets } from '../../../plays/budgets.ts';
import { readSpentByDay, readSpentByFlight } from '../store/ingest-events-queries.ts';
import { emptyBook, type FlightBook } from './flight-book.ts';
import { createMemoryBudgets } from './flight-budgets.ts';
import { deleteEndedLeases, findLeases, insertLeases } from './lease-queries.ts';
import { bookLeaseOf } from './lease-rows.ts';
import { createSharedBudgets } from './shared-budgets.ts';
import { findCredited, findFlightZones } from './spend-queries.ts';

type Needs = {
  readonly config: Config;
  readonly accounts: AccountsDb;
  readonly events: EventsReader;
  readonly now: () => number;
  /** Whether several processes store events. By default, true if both stores are servers. */
  readonly shared?: boolean;
  /** The clock that all processes share. Tests can replace it. */
  readonly sharedTime?: () => RawBuilder<number>;
};

/**
 * Tracks what each flight has spent and may still spend. The state is in memory, or in the accounts store if several
 * processes share it.
 */
export function createBudgets({
  config,
  accounts,
  events,
  now,
  shared = isShared(config),
  sharedTime = () => storeTime(accounts, now),
}: Needs): Budgets {
  const dayOf = createDayFinder();
  const dateOf = (instantMs: number, zone: string) => dayOf(instantMs, zone).date;

  async function readBooks(flightKeys: readonly number[] | 'all'): Promise<Map<number, FlightBook>> {
    const books = new Map<number, FlightBook>();
    const bookOf = (key: number) => {
      const book = books.get(key) ?? emptyBook();
      books.set(key, book);
      return book;
    };
    for (const [key, micros] of await readSpentByFlight(events, flightKeys)) bookOf(key).spentMicros = micros;
    // Events of an earlier day can no longer be reported.
    const fromMs = now() - (LATEST_DAYS_LATE + 2) * DAY_MS;
    // An outlet's clock may run fast and date an event to the next day. Such an event counts on that day.
    const toMs = now() + DAY_MS;
    for (const [zone, keys] of await zonesOf(flightKeys, fromMs))
      for (const { flight, date, micros } of await readSpentByDay(events, { zone, keys, fromMs, toMs }))
        bookOf(flight).days.set(date, micros);
    for (const { flightKey, day, micros } of await findCredited(accounts, flightKeys)) {
      const book = bookOf(flightKey);
      book.spentMicros += micros;
      book.days.set(day, (book.days.get(day) ?? 0) + micros);
    }
    return books;
  }

  async function zonesOf(flightKeys: readonly number[] | 'all', endedAfterMs: number) {
    const zones = new Map<string, number[]>();
    for (const { key, time_zone: zone } of await findFlightZones(accounts, flightKeys, endedAfterMs)) {
      const named = zone === '' ? config.networkTimeZone : zone;
      zones.set(named, [...(zones.get(named) ?? []), key]);
    }
    return zones;
  }

  if (shared) return createSharedBudgets({ accounts, now, time: sharedTime, dateOf, readSpent: readBooks });
  return createMemoryBudgets({
    dateOf,
    now,
    read: async () => {
      await forgetSpend(accounts);
      const books = await readBooks('all');
      // Restore the leases of plays served before this start. Their views have yet to be charged.
      for (const row of await findLeases(accounts, now(), 'all')) {
        const book = books.get(row.flight_key) ?? emptyBook();
        books.set(row.flight_key, { ...book, leases: [...book.leases, bookLeaseOf(row)] });
      }
      return books;
    },
    keepLeases: (rows, endedBeforeMs) =>
      accounts.transaction().execute(async (tx) => {
        await deleteEndedLeases(tx, endedBeforeMs);
        await insertLeases(tx, rows);
      }),
  });
}
