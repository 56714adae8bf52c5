import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Changes of the network that decide the value and the owner of an event. Contacts of outlets are not among them. */
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

const RAISE = `update settings set value = cast(cast(value as bigint) + 1 as text) where name = 'catalog_version'`;

const triggerName = (change: string): string => `catalog_version_${change.replace(/[^a-z]+/g, '_')}`;

/**
 * Every change raises `catalog_version` in `settings`, in any process. Ingestion caches the network in memory and reads
 * it again when the number differs.
 */
export const catalogVersion = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    await sql`insert into settings (name, value) values ('catalog_version', '1')`.execute(db);
    if (isPostgres) {
      await sql
        .raw(
          `create function raise_catalog_version() returns trigger language plpgsql as $$ begin ${RAISE}; return null; end $$`,
        )
        .execute(db);
    }
    const action = isPostgres ? 'for each statement execute function raise_catalog_version()' : `begin ${RAISE}; end`;
    for (const change of CHANGES) {
      await sql.raw(`create trigger ${triggerName(change)} after ${change} ${action}`).execute(db);
    }
  },
};
