import { type RawBuilder, sql, type Transaction } from 'kysely';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { type AccountsDb, isPostgres } from '../../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../../databases/accounts/schema.ts';
import type { FlightBook } from './flight-book.ts';

type Tx = Transaction<AccountsSchema>;

export type SpendRow = { flight_key: number; spent_micros: number; days: string };

/** Finds the flights that have a row, and whether their days have been counted. */
export async function findSpendKeys(
  accounts: AccountsDb,
  flightKeys: readonly number[],
): Promise<{ readonly key: number; readonly hasDays: boolean }[]> {
  const rows = await accounts
    .selectFrom('flight_spend')
    .select(['flight_key', 'days'])
    .where('flight_key', 'in', flightKeys)
    .execute();
  return rows.map(({ flight_key: key, days }) => ({ key, hasDays: days !== '' }));
}

/** Inserts rows for flights that have none. Ignores rows that another process has inserted in the meantime. */
export async function insertSpend(accounts: AccountsDb, books: ReadonlyMap<number, FlightBook>): Promise<void> {
  await accounts
    .insertInto('flight_spend')
    .values(
      // A fixed order prevents deadlocks between processes.
      [...books]
        .sort(([one], [other]) => one - other)
        .map(([key, { spentMicros, days }]) => ({
          flight_key: key,
          spent_micros: spentMicros,
          days: storedDays(days),
        })),
    )
    .onConflict((conflict) => conflict.column('flight_key').doNothing())
    .execute();
}

const spendOf = (db: AccountsDb, flightKeys: readonly number[]) =>
  db
    .selectFrom('flight_spend')
    .select(['flight_key', 'spent_micros', 'days'])
    .where('flight_key', 'in', flightKeys)
    .orderBy('flight_key');

export const findSpend = (accounts: AccountsDb, flightKeys: readonly number[]): Promise<SpendRow[]> =>
  spendOf(accounts, flightKeys).execute();

/**
 * Reads what the flights have spent and locks their rows until the transaction ends. A fixed order prevents deadlocks.
 */
export const lockSpend = (tx: AccountsDb, flightKeys: readonly number[]): Promise<SpendRow[]> =>
  spendOf(tx, flightKeys)
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .execute();

export async function setSpend(tx: AccountsDb, books: ReadonlyMap<number, FlightBook>): Promise<void> {
  if (books.size === 0) return;
  const rows = [...books].map(
    ([key, { spentMicros, days }]) =>
      sql`(cast(${key} as integer), cast(${spentMicros} as bigint), cast(${storedDays(days)} as text))`,
  );
  // Both engines name the columns of VALUES column1, column2 and column3.
  await sql`
    update flight_spend set spent_micros = wanted.column2, days = wanted.column3
      from (values ${sql.join(rows)}) as wanted where flight_spend.flight_key = wanted.column1`.execute(tx);
}

/** Finds the flights' stored terms. */
export const findStoredTerms = (tx: AccountsDb, flightKeys: readonly number[]) =>
  tx
    .selectFrom('flights')
    .select(['key', 'budget_micros', 'daily_cap_micros'])
    .where('key', 'in', flightKeys)
    .execute();

/** Number of days to store: the dates to which a late event may belong, and a few more. */
const KEPT_DAYS = LATEST_DAYS_LATE + 5;

const storedDays = (days: ReadonlyMap<string, number>): string =>
  JSON.stringify(Object.fromEntries([...days].sort(([one], [other]) => (one < other ? -1 : 1)).slice(-KEPT_DAYS)));

/**
 * Finds the time zone in which each flight's days are counted, for flights that may still earn. '' means the network's
 * time zone.
 */
export function findFlightZones(
  accounts: AccountsDb,
  flightKeys: readonly number[] | 'all',
  endedAfterMs: number,
): Promise<{ key: number; time_zone: string }[]> {
  return accounts
    .selectFrom('flights')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .select(['flights.key', 'campaigns.time_zone'])
    .where('flights.ends_at', '>', endedAfterMs)
    .$if(flightKeys !== 'all', (query) => query.where('flights.key', 'in', flightKeys === 'all' ? [] : flightKeys))
    .execute();
}

/** Sums the credits for accepted objections, by flight and day of the events. Credits count as spend. */
export async function findCredited(accounts: AccountsDb, flightKeys: readonly number[] | 'all') {
  const rows = await accounts
    .selectFrom('adjustment_lines')
    .innerJoin('adjustments', 'adjustments.id', 'adjustment_lines.adjustment_id')
    .select(({ fn }) => ['flight_key', 'day', fn.sum('amount_micros').as('micros')])
    .where('objection_id', 'is not', null)
    .$if(flightKeys !== 'all', (query) => query.where('flight_key', 'in', flightKeys === 'all' ? [] : [...flightKeys]))
    .groupBy(['flight_key', 'day'])
    .execute();
  return rows.map(({ flight_key: flightKey, day, micros }) => ({ flightKey, day: day ?? '', micros: Number(micros) }));
}

export type ReservationRow = { id: string; made_at: number; amounts: string };

export async function insertReservation(
  tx: Tx,
  { time, ...row }: Omit<ReservationRow, 'made_at'> & { readonly time: RawBuilder<number> },
): Promise<void> {
  await tx
    .insertInto('spend_reservations')
    .values({ ...row, made_at: time })
    .execute();
}

export async function deleteReservations(accounts: AccountsDb, ids: readonly string[]): Promise<void> {
  await accounts.deleteFrom('spend_reservations').where('id', 'in', ids).execute();
}

export async function findReservationIds(accounts: AccountsDb): Promise<string[]> {
  const rows = await accounts.selectFrom('spend_reservations').select('id').execute();
  return rows.map(({ id }) => id);
}

export function findReservations(accounts: AccountsDb, ids: readonly string[]): Promise<ReservationRow[]> {
  return accounts.selectFrom('spend_reservations').selectAll().where('id', 'in', ids).execute();
}

export const asTime = (ms: number): RawBuilder<number> => sql`${ms}`;

export async function readTime(accounts: AccountsDb, time: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ ms: number | string }>`select ${time} as ms`.execute(accounts);
  return Number(rows[0]?.ms);
}

/** Finds all reservations, with their age at the given time. */
export function findReservationsAt(
  accounts: AccountsDb,
  time: RawBuilder<number>,
): Promise<(ReservationRow & { age: number })[]> {
  return accounts
    .selectFrom('spend_reservations')
    .selectAll()
    .select(sql<number>`${time} - made_at`.as('age'))
    .execute();
}

/** Reads reservations and locks them until the transaction ends. A fixed order prevents deadlocks. */
export const lockReservations = (tx: AccountsDb, ids: readonly string[]): Promise<ReservationRow[]> =>
  tx
    .selectFrom('spend_reservations')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .execute();

export async function setReservation(tx: AccountsDb, id: string, amounts: string): Promise<void> {
  await tx.updateTable('spend_reservations').set({ amounts }).where('id', '=', id).execute();
}

/** Throws if the transaction and its locks are gone. Otherwise, this statement restarts the server's idle timeout. */
export async function confirmLocks(tx: Tx): Promise<void> {
  await sql`select 1`.execute(tx);
}
