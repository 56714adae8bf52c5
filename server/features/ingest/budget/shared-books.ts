import type { RawBuilder } from 'kysely';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type { FlightBook } from './flight-book.ts';
import { findLeases, setLeaseLeft } from './lease-queries.ts';
import { bookLeaseOf } from './lease-rows.ts';
import { findSpend, lockSpend, type SpendRow, setSpend } from './spend-queries.ts';

/** Lease amounts as read, so that only changed leases are written. */
const leftBefore = new WeakMap<FlightBook, ReadonlyMap<number, number>>();

/** Reads the books of the flights and locks their rows until the transaction ends. */
export const lockBooks = async (tx: AccountsDb, flightKeys: readonly number[], time: RawBuilder<number>) =>
  booksOf(tx, await lockSpend(tx, flightKeys), time);

export const loadBooks = async (accounts: AccountsDb, flightKeys: readonly number[], time: RawBuilder<number>) =>
  booksOf(accounts, await findSpend(accounts, flightKeys), time);

async function booksOf(
  db: AccountsDb,
  rows: readonly SpendRow[],
  time: RawBuilder<number>,
): Promise<Map<number, FlightBook>> {
  const keys = rows.map((row) => row.flight_key);
  const leases = keys.length === 0 ? [] : await findLeases(db, time, keys);
  return new Map(
    rows.map((row) => {
      const own = leases.filter((lease) => lease.flight_key === row.flight_key).map(bookLeaseOf);
      const book = { spentMicros: row.spent_micros, days: daysOf(row.days), leases: own };
      leftBefore.set(book, new Map(own.map(({ id, leftMicros }) => [id, leftMicros])));
      return [row.flight_key, book];
    }),
  );
}

/** Writes the books. The caller inserts new leases. */
export async function saveBooks(tx: AccountsDb, books: ReadonlyMap<number, FlightBook>): Promise<void> {
  await setSpend(tx, books);
  for (const book of books.values())
    for (const { id, leftMicros } of book.leases) {
      const before = leftBefore.get(book)?.get(id);
      if (before !== undefined && before !== leftMicros) await setLeaseLeft(tx, id, leftMicros);
    }
}

/** '' if no process has counted the days yet. */
const daysOf = (stored: string): Map<string, number> =>
  new Map(Object.entries((stored === '' ? {} : JSON.parse(stored)) as Readonly<Record<string, number>>));
