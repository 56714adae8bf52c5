import type { Selectable } from 'kysely';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../../databases/accounts/schema.ts';

export type FaultRow = Selectable<AccountsSchema['outlet_faults']>;

/** Inserts the faults and returns those that were new. */
export const insertFaults = (accounts: AccountsDb, rows: readonly FaultRow[]) =>
  accounts
    .insertInto('outlet_faults')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['outlet_key', 'event_id']).doNothing())
    .returning(['outlet_key', 'event_id'])
    .execute();

export async function findFaultsByIds(
  accounts: AccountsDb,
  wanted: readonly Pick<FaultRow, 'outlet_key' | 'event_id'>[],
): Promise<FaultRow[]> {
  if (wanted.length === 0) return [];
  const outlets = [...new Set(wanted.map(({ outlet_key }) => outlet_key))];
  const ids = [...new Set(wanted.map(({ event_id }) => event_id))];
  return accounts
    .selectFrom('outlet_faults')
    .selectAll()
    .where('outlet_key', 'in', outlets)
    .where('event_id', 'in', ids)
    .execute();
}
