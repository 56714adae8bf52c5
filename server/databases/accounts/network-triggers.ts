import { createHash } from 'node:crypto';
import { PostgresAdapter, sql } from 'kysely';
import type { AccountsDb } from './accounts-db.ts';
import { NETWORK_COLUMNS } from './network-columns.ts';

const PREFIX = 'network_version_';
const RAISE = `update settings set value = cast(cast(value as bigint) + 1 as text) where name = 'network_version'`;
/** Class of our locks among the advisory ones of the database. */
const RENEWING = 7_303;

type Trigger = { readonly name: string; readonly table: string; readonly change: string };
type Columns = typeof NETWORK_COLUMNS;

/** A trigger's name says which columns it is of, so that an older one is known by it. */
function wantedTriggers(columns: Columns): Trigger[] {
  return Object.entries(columns).flatMap(([table, names]) => {
    const of = createHash('sha256').update(names.join(',')).digest('hex').slice(0, 8);
    return [
      { name: `${PREFIX}${table}_insert`, table, change: 'insert' },
      { name: `${PREFIX}${table}_delete`, table, change: 'delete' },
      { name: `${PREFIX}${table}_update_${of}`, table, change: `update of ${names.join(', ')}` },
    ];
  });
}

/**
 * Makes the triggers that raise `network_version`, where they are not those of the list yet. Table by table, each in a
 * transaction: one that changes the network at the same time has written to several, and is not waited for in a ring.
 */
export async function renewNetworkTriggers(db: AccountsDb, columns: Columns = NETWORK_COLUMNS): Promise<void> {
  const wanted = wantedTriggers(columns);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const stale = differences(wanted, await presentTriggers(db, isPostgres));
  for (const table of new Set([...stale.missing, ...stale.outdated].map((trigger) => trigger.table))) {
    await db.transaction().execute(async (tx) => {
      if (isPostgres) await sql`select pg_advisory_xact_lock(${RENEWING}::int, hashtext(current_schema()))`.execute(tx);
      // Asked again: another process may have been quicker.
      const { missing, outdated } = differences(wanted, await presentTriggers(tx, isPostgres));
      for (const { name } of outdated.filter((one) => one.table === table))
        await sql.raw(`drop trigger ${name}${isPostgres ? ` on ${table}` : ''}`).execute(tx);
      const action = isPostgres ? 'for each statement execute function raise_network_version()' : `begin ${RAISE}; end`;
      for (const { name, change } of missing.filter((one) => one.table === table))
        await sql.raw(`create trigger ${name} after ${change} on ${table} ${action}`).execute(tx);
    });
  }
}

const differences = (wanted: readonly Trigger[], present: readonly Omit<Trigger, 'change'>[]) => ({
  missing: wanted.filter(({ name }) => !present.some((one) => one.name === name)),
  outdated: present.filter(({ name }) => !wanted.some((one) => one.name === name)),
});

async function presentTriggers(db: AccountsDb, isPostgres: boolean): Promise<{ name: string; table: string }[]> {
  const { rows } = isPostgres
    ? await sql<{ name: string; table: string }>`select tgname as name, relname as "table" from pg_trigger
        join pg_class on pg_class.oid = tgrelid
        where not tgisinternal
          and relnamespace = (select oid from pg_namespace where nspname = current_schema())`.execute(db)
    : await sql<{ name: string; table: string }>`select name, tbl_name as "table" from sqlite_master
        where type = 'trigger'`.execute(db);
  return rows.filter(({ name }) => name.startsWith(PREFIX));
}
