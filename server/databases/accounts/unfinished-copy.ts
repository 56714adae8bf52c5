import { sql } from 'kysely';
import { type AccountsDb, isPostgres } from './accounts-db.ts';

/**
 * A table in the target of a restore or move. The table is created before everything else, and dropped in the
 * transaction that fills the store. A store with this table is not an installation yet.
 */
const TABLE = 'unfinished_copy';

/** An unfinished copy into this store: the original's ID, and the finished parts. */
export type UnfinishedCopy = { readonly id: string; readonly done: ReadonlySet<string> };

async function tablesOf(accounts: AccountsDb): Promise<string[]> {
  const asked = isPostgres(accounts)
    ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
    : sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`;
  return (await asked.execute(accounts)).rows.map(({ name }) => name);
}

/** Returns whether the store has no tables. */
export const isEmptyAccounts = async (accounts: AccountsDb): Promise<boolean> =>
  (await tablesOf(accounts)).length === 0;

export async function readUnfinishedCopy(accounts: AccountsDb): Promise<UnfinishedCopy | null> {
  if (!(await tablesOf(accounts)).includes(TABLE)) return null;
  const { rows } = await sql<{ part: string; note: string }>`select part, note from ${sql.table(TABLE)}`.execute(
    accounts,
  );
  const id = rows.find(({ part }) => part === '')?.note ?? '';
  return { id, done: new Set(rows.filter(({ part }) => part !== '').map(({ part }) => part)) };
}

export const beginCopy = (accounts: AccountsDb, id: string): Promise<void> =>
  accounts.transaction().execute(async (tx) => {
    await sql`create table ${sql.table(TABLE)} (part text primary key, note text not null)`.execute(tx);
    await sql`insert into ${sql.table(TABLE)} (part, note) values ('', ${id})`.execute(tx);
  });

export async function noteCopied(accounts: AccountsDb, part: string): Promise<void> {
  await sql`insert into ${sql.table(TABLE)} (part, note) values (${part}, '') on conflict (part) do nothing`.execute(
    accounts,
  );
}

export async function endCopy(tx: AccountsDb): Promise<void> {
  await sql`drop table ${sql.table(TABLE)}`.execute(tx);
}
