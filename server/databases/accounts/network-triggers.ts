import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type AccountsDb, isPostgres } from './accounts-db.ts';
import { LOCK_CLASSES } from './lock-classes.ts';

const PREFIX = 'network_version_';
const RAISE = `update settings set value = cast(cast(value as bigint) + 1 as text) where name = 'network_version'`;
const NUMBER_SETTING = 'network_columns';

type Trigger = { readonly name: string; readonly table: string; readonly change: string };
type Columns = typeof NETWORK_COLUMNS;

/**
 * Returns the triggers for these columns. The name of an update trigger contains a hash of its columns, by which
 * outdated triggers are recognized.
 */
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
 * Creates the triggers that raise `network_version`, unless they already match the list. Each table has its own
 * transaction. This avoids a deadlock with a concurrent transaction that has written to several tables. Triggers of a
 * newer program stay, because that program may be running and may read columns that this version's triggers do not
 * cover.
 */
export async function renewNetworkTriggers(
  db: AccountsDb,
  columns: Columns = NETWORK_COLUMNS,
  number = NETWORK_COLUMNS_NUMBER,
): Promise<void> {
  const wanted = wantedTriggers(columns);
  const onPostgres = isPostgres(db);
  const inTurn = <Result>(work: (tx: AccountsDb) => Promise<Result>) =>
    db.transaction().execute(async (tx) => {
      if (onPostgres)
        await sql`select pg_advisory_xact_lock(${LOCK_CLASSES.networkTriggers}::int, hashtext(current_schema()))`.execute(
          tx,
        );
      return work(tx);
    });
  const compare = async (tx: AccountsDb) => differences(wanted, await presentTriggers(tx, onPostgres));
  // Raise the number first, so that an older program that starts now does not change the new triggers.
  if ((await newestNumber(db)) < number) await inTurn((tx) => raiseNumber(tx, number));
  const stale = await compare(db);
  for (const table of new Set([...stale.missing, ...stale.outdated].map((trigger) => trigger.table))) {
    await inTurn(async (tx) => {
      // Compare again, because another process may have been faster.
      const { missing, outdated } = await compare(tx);
      const ours = (await newestNumber(tx)) > number ? [] : outdated;
      for (const { name } of ours.filter((one) => one.table === table))
        await sql.raw(`drop trigger ${name}${onPostgres ? ` on ${table}` : ''}`).execute(tx);
      const action = onPostgres ? 'for each statement execute function raise_network_version()' : `begin ${RAISE}; end`;
      for (const { name, change } of missing.filter((one) => one.table === table))
        await sql.raw(`create trigger ${name} after ${change} on ${table} ${action}`).execute(tx);
    });
  }
}

async function newestNumber(db: AccountsDb): Promise<number> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NUMBER_SETTING).executeTakeFirst();
  return Number(row?.value ?? 0);
}

async function raiseNumber(tx: AccountsDb, number: number): Promise<void> {
  const value = String(Math.max(number, await newestNumber(tx)));
  await tx
    .insertInto('settings')
    .values({ name: NUMBER_SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

const differences = (wanted: readonly Trigger[], present: readonly Omit<Trigger, 'change'>[]) => ({
  missing: wanted.filter(({ name }) => !present.some((one) => one.name === name)),
  outdated: present.filter(({ name }) => !wanted.some((one) => one.name === name)),
});

async function presentTriggers(db: AccountsDb, onPostgres: boolean): Promise<{ name: string; table: string }[]> {
  const { rows } = onPostgres
    ? await sql<{ name: string; table: string }>`select tgname as name, relname as "table" from pg_trigger
        join pg_class on pg_class.oid = tgrelid
        where not tgisinternal
          and relnamespace = (select oid from pg_namespace where nspname = current_schema())`.execute(db)
    : await sql<{ name: string; table: string }>`select name, tbl_name as "table" from sqlite_master
        where type = 'trigger'`.execute(db);
  return rows.filter(({ name }) => name.startsWith(PREFIX));
}

/**
 * Columns that processes cache for ingestion and reports, which are those that `server/network/snapshot` reads. When a
 * process changes such a column, `network_version` increases, which invalidates the caches. An outlet's last contact is
 * not in this list. `network-memory.test.ts` compares this list with the columns that are read. A change to the list
 * needs no migration, because each start creates the triggers from the list.
 */
export const NETWORK_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  customers: ['id', 'key', 'name', 'name_key', 'kind', 'deleted_at', 'reviews_creatives', 'blocked_categories'],
  venues: ['id', 'name', 'name_key', 'type', 'state', 'time_zone', 'lat', 'lng', 'opening_hours'],
  outlets: ['id', 'key', 'eui', 'label', 'lat', 'lng', 'retired_at', 'rated_watts', 'sockets'],
  outlet_assignments: ['outlet_id', 'customer_id', 'venue_id', 'from_at', 'to_at'],
  campaigns: ['id', 'key', 'customer_id', 'sponsor', 'category', 'time_zone', 'utm'],
  flights: [
    ...['id', 'key', 'code', 'campaign_id', 'starts_at', 'ends_at', 'budget_micros', 'paused', 'state', 'approved_at'],
    ...['cancelled_at', 'pacing', 'daily_cap_micros', 'visitor_cap', 'targets', 'accepts_unsigned', 'label'],
  ],
  flight_prices: ['flight_id', 'model', 'price_micros', 'valid_from', 'venue_type'],
  flight_pauses: ['flight_id', 'from_at', 'to_at'],
  creatives: ['id', 'flight_id', 'duration_seconds', 'target_url', 'weight', 'utm', 'file_hash', 'removed_at'],
  creative_files: ['hash', 'type', 'width', 'height'],
  creative_decisions: ['creative_id', 'customer_id', 'decision'],
  house_pictures: ['customer_id', 'id', 'file_hash', 'duration_seconds', 'target_url'],
  play_keys: ['id', 'sealed', 'retired_at'],
  traffic_rules: [
    'id',
    'valid_from',
    'visitor_seconds',
    'outlet_pace',
    'data_centre',
    'silent_minutes',
    'backfill_hours',
    'patterns',
  ],
  owner_shares: ['customer_id', 'share_ppm', 'valid_from'],
};

/**
 * The version of the list. Increase it with each change to the list, so that an older program does not change the
 * triggers of a newer program.
 */
export const NETWORK_COLUMNS_NUMBER = 11;
