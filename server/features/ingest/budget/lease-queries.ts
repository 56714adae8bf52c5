import type { RawBuilder, Transaction } from 'kysely';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type { PlayLeaseTable } from '../../../databases/accounts/delivery-tables.ts';
import type { AccountsSchema } from '../../../databases/accounts/schema.ts';

export type LeaseRow = PlayLeaseTable;

export async function insertLeases(accounts: AccountsDb, rows: readonly LeaseRow[]): Promise<void> {
  if (rows.length > 0) await accounts.insertInto('play_leases').values(rows).execute();
}

export async function deleteEndedLeases(
  accounts: AccountsDb,
  endedBeforeMs: number | RawBuilder<number>,
): Promise<void> {
  await accounts.deleteFrom('play_leases').where('until_at', '<=', endedBeforeMs).execute();
}

/** Finds the leases that may still pay for plays, for the given flights or for all. */
export function findLeases(
  accounts: AccountsDb | Transaction<AccountsSchema>,
  nowMs: number | RawBuilder<number>,
  flightKeys: readonly number[] | 'all',
): Promise<LeaseRow[]> {
  return accounts
    .selectFrom('play_leases')
    .selectAll()
    .where('until_at', '>', nowMs)
    .$if(flightKeys !== 'all', (query) => query.where('flight_key', 'in', flightKeys === 'all' ? [] : flightKeys))
    .orderBy('id')
    .execute();
}

export async function setLeaseLeft(tx: AccountsDb, id: number, leftMicros: number): Promise<void> {
  await tx.updateTable('play_leases').set({ left_micros: leftMicros }).where('id', '=', id).execute();
}
