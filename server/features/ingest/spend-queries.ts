import { PostgresAdapter, sql, type Transaction } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';

type Tx = Transaction<AccountsSchema>;

export async function findSpendKeys(accounts: AccountsDb, flightKeys: readonly number[]): Promise<number[]> {
  const rows = await accounts
    .selectFrom('flight_spend')
    .select('flight_key')
    .where('flight_key', 'in', flightKeys)
    .execute();
  return rows.map(({ flight_key: key }) => key);
}

/** Rows for flights that have none yet; another process may have made one since. */
export async function insertSpend(accounts: AccountsDb, spent: ReadonlyMap<number, number>): Promise<void> {
  await accounts
    .insertInto('flight_spend')
    .values([...spent].map(([key, micros]) => ({ flight_key: key, spent_micros: micros })))
    .onConflict((conflict) => conflict.column('flight_key').doNothing())
    .execute();
}

/** What the flights have spent; nobody else changes it until the transaction ends. In one order, so that none waits in a ring. */
export async function lockSpend(tx: Tx, flightKeys: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('flight_spend')
    .select(['flight_key', 'spent_micros'])
    .where('flight_key', 'in', flightKeys)
    .orderBy('flight_key')
    .$if(tx.getExecutor().adapter instanceof PostgresAdapter, (query) => query.forUpdate())
    .execute();
  return new Map(rows.map((row) => [row.flight_key, row.spent_micros]));
}

export async function setSpend(tx: Tx, spent: ReadonlyMap<number, number>): Promise<void> {
  const pairs = [...spent].map(([key, micros]) => sql`(cast(${key} as integer), cast(${micros} as bigint))`);
  // Both engines name the columns of VALUES column1 and column2.
  await sql`
    update flight_spend set spent_micros = wanted.column2
      from (values ${sql.join(pairs)}) as wanted where flight_spend.flight_key = wanted.column1`.execute(tx);
}

export type ReservationRow = { id: string; made_at: number; amounts: string };

export async function insertReservation(tx: Tx, row: ReservationRow): Promise<void> {
  await tx.insertInto('spend_reservations').values(row).execute();
}

export async function deleteReservations(accounts: AccountsDb, ids: readonly string[]): Promise<void> {
  await accounts.deleteFrom('spend_reservations').where('id', 'in', ids).execute();
}

export function findReservations(accounts: AccountsDb): Promise<ReservationRow[]> {
  return accounts.selectFrom('spend_reservations').selectAll().execute();
}

/** Where one process stores alone it counts in memory: what was kept here before would be wrong later. */
export async function forgetSpend(accounts: AccountsDb): Promise<void> {
  await accounts.deleteFrom('flight_spend').execute();
  await accounts.deleteFrom('spend_reservations').execute();
}

/** Class of our locks among the advisory ones of the database. */
const OUTLET_LOCKS = 7_301;

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
  await sql`select pg_advisory_xact_lock(${OUTLET_LOCKS}::int, bucket)
    from unnest(${sorted}::int[]) with ordinality as wanted (bucket, place)`.execute(tx);
}
