import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Changes of the network that lists show beside figures. A mere contact of an outlet is not among them. */
const CHANGES: readonly string[] = [
  'insert on outlets',
  'update of eui, lat, lng, retired_at on outlets',
  'delete on outlets',
  'insert on flights',
  'update of code on flights',
  'delete on flights',
  ...['customers', 'venues', 'outlet_assignments'].flatMap((table) =>
    ['insert', 'update', 'delete'].map((change) => `${change} on ${table}`),
  ),
];

const RAISE = `update settings set value = cast(cast(value as bigint) + 1 as text) where name = 'network_version'`;

const triggerName = (change: string): string => `network_version_${change.replace(/[^a-z]+/g, '_')}`;

/**
 * Every change raises `network_version` in `settings`, in any process. The figures cache the network in memory and read
 * it again when the number differs.
 */
export const networkVersion = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    await sql`insert into settings (name, value) values ('network_version', '1')`.execute(db);
    if (isPostgres) {
      await sql
        .raw(
          `create function raise_network_version() returns trigger language plpgsql as $$ begin ${RAISE}; return null; end $$`,
        )
        .execute(db);
    }
    const action = isPostgres ? 'for each statement execute function raise_network_version()' : `begin ${RAISE}; end`;
    for (const change of CHANGES) {
      await sql.raw(`create trigger ${triggerName(change)} after ${change} ${action}`).execute(db);
    }
  },
};
