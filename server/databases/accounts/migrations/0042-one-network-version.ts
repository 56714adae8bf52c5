import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** What raised `catalog_version` (0002) until ingestion and figures had one memory of the network, with one version. */
const CHANGES: readonly string[] = [
  'update of eui, retired_at on outlets',
  'delete on outlets',
  'update of time_zone on venues',
  'update of customer_id on campaigns',
  'update on flights',
  'delete on flights',
  ...['outlet_assignments', 'flight_prices', 'flight_targets', 'owner_shares'].flatMap((table) =>
    ['insert', 'update', 'delete'].map((change) => `${change} on ${table}`),
  ),
];

/**
 * One version of the network: what raised the other one goes. The triggers of `network_version` are made from the columns that
 * are read (`network-columns.ts`) after all migrations; those of 0003 and 0026 leave then.
 */
export const oneNetworkVersion = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const change of CHANGES) {
      const table = change.slice(change.lastIndexOf(' ') + 1);
      const name = `catalog_version_${change.replace(/[^a-z]+/g, '_')}`;
      await sql.raw(`drop trigger ${name}${isPostgres ? ` on ${table}` : ''}`).execute(db);
    }
    if (isPostgres) await sql`drop function raise_catalog_version()`.execute(db);
    // What was read before the triggers were others is read again.
    await sql`update settings set value = cast(cast(value as bigint) + 1 as text) where name = 'network_version'`.execute(
      db,
    );
    await sql`delete from settings where name = 'catalog_version'`.execute(db);
  },
};
