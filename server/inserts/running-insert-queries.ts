import { sql, type Transaction } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { storeTime } from '../databases/accounts/store-time.ts';

export type LostInsertRow = { readonly id: string; readonly outletKeys: readonly number[] };

/**
 * Returns the transaction's id, and the inserts whose lock transaction was aborted. A transaction has that status
 * before its locks are free. Skips ids after this transaction's own: this server may never have assigned them, because
 * they may originate from a copy of the table.
 */
export async function findLostInserts(
  tx: Transaction<AccountsSchema>,
): Promise<{ readonly lockXid: number; readonly lost: readonly LostInsertRow[] }> {
  const { rows } = await sql<{ lock_xid: number; id: string | null; outlet_keys: string | null }>`
    select own.lock_xid, lost.id, lost.outlet_keys
      from (select pg_current_xact_id()::text::int8 as lock_xid) as own
      left join running_inserts as lost on case when lost.lock_xid < own.lock_xid
        then coalesce(pg_xact_status(lost.lock_xid::text::xid8), 'aborted') = 'aborted' else false end`.execute(tx);
  return {
    lockXid: rows[0]?.lock_xid ?? 0,
    lost: rows.flatMap(({ id, outlet_keys: keys }) =>
      id === null || keys === null ? [] : [{ id, outletKeys: JSON.parse(keys) as number[] }],
    ),
  };
}

type NewInsertRow = LostInsertRow & { readonly lockXid: number };

/**
 * Records an insert outside its lock transaction, so that the record outlives the transaction. Also removes the
 * records of ended inserts.
 */
export async function recordInsert(
  accounts: AccountsDb,
  { id, lockXid, outletKeys }: NewInsertRow,
  ended: readonly string[],
): Promise<void> {
  await sql`with removed as (delete from running_inserts where id = any(${[...ended]}::text[]))
    insert into running_inserts (id, lock_xid, outlet_keys, made_at)
    values (${id}, ${lockXid}::int8, ${JSON.stringify(outletKeys)}, ${storeTime(accounts, Date.now)})`.execute(
    accounts,
  );
}

export async function deleteInserts(accounts: AccountsDb, ids: readonly string[]): Promise<void> {
  await accounts.deleteFrom('running_inserts').where('id', 'in', ids).execute();
}

export async function isRecorded(accounts: AccountsDb, id: string): Promise<boolean> {
  const row = await accounts.selectFrom('running_inserts').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
