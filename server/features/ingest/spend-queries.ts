import { type RawBuilder, sql, type Transaction } from 'kysely';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { type AccountsDb, isPostgres } from '../../databases/accounts/accounts-db.ts';
import { LOCK_CLASSES } from '../../databases/accounts/lock-classes.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import type { FlightBook } from './flight-book.ts';

type Tx = Transaction<AccountsSchema>;

export type SpendRow = { flight_key: number; spent_micros: number; days: string };

/** Flights that have a row, and of those the ones whose days nobody has counted yet. */
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

/** Rows for flights that have none yet; another process may have made one since. */
export async function insertSpend(accounts: AccountsDb, books: ReadonlyMap<number, FlightBook>): Promise<void> {
  await accounts
    .insertInto('flight_spend')
    .values(
      // In one order, so that of two processes none waits for the other in a ring.
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

/** What the flights have spent; nobody else changes it until the transaction ends. In one order, so that none waits in a ring. */
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

/** What flights may spend as it is stored now. */
export const findStoredTerms = (tx: AccountsDb, flightKeys: readonly number[]) =>
  tx
    .selectFrom('flights')
    .select(['key', 'budget_micros', 'daily_cap_micros'])
    .where('key', 'in', flightKeys)
    .execute();

/** As many dates as an event may be late, and some more. */
const KEPT_DAYS = LATEST_DAYS_LATE + 5;

const storedDays = (days: ReadonlyMap<string, number>): string =>
  JSON.stringify(Object.fromEntries([...days].sort(([one], [other]) => (one < other ? -1 : 1)).slice(-KEPT_DAYS)));

/** Of each flight that may still earn, the zone its days are counted in; '' is the network's. */
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

/** What accepted objections credited of each flight, by the day whose events they were of: it counts as spent. */
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

export function findReservations(accounts: AccountsDb): Promise<ReservationRow[]> {
  return accounts.selectFrom('spend_reservations').selectAll().execute();
}

export const asTime = (ms: number): RawBuilder<number> => sql`${ms}`;

export async function readTime(accounts: AccountsDb, time: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ ms: number | string }>`select ${time} as ms`.execute(accounts);
  return Number(rows[0]?.ms);
}

/** With how old they are at that time. */
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

/** Nobody else changes them until the transaction ends; in one order, so that none waits in a ring. */
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

/** A transaction of a process that says nothing for so long is ended by the server, and its locks are free. */
export async function limitLocks(
  tx: Tx,
  limits: { readonly silentMs: number; readonly waitMs: number },
): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(limits.silentMs)}, true),
    set_config('lock_timeout', ${String(limits.waitMs)}, true)`.execute(tx);
}

/** Throws where the transaction, and with it its locks, is gone; otherwise it counts as alive again. */
export async function confirmLocks(tx: Tx): Promise<void> {
  await sql`select 1`.execute(tx);
}

/** Held until the transaction ends; taken in ascending order, so that two processes never wait in a ring. */
export async function lockBuckets(tx: Tx, buckets: readonly number[]): Promise<void> {
  const sorted = [...buckets].sort((one, other) => one - other);
  await sql`select pg_advisory_xact_lock(${LOCK_CLASSES.outlets}::int, bucket)
    from unnest(${sorted}::int[]) with ordinality as wanted (bucket, place)`.execute(tx);
}

/** Those of the buckets that nobody else has, taken without waiting: whoever waits for nothing is in no ring. */
export async function tryLockBuckets(tx: Tx, buckets: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ bucket: number; is_ours: boolean }>`
    select bucket, pg_try_advisory_xact_lock(${LOCK_CLASSES.outlets}::int, bucket) as is_ours
      from unnest(${[...buckets]}::int[]) as wanted (bucket)`.execute(tx);
  return rows.filter(({ is_ours: isOurs }) => isOurs).map(({ bucket }) => bucket);
}
