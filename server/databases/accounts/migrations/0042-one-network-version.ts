import { type Kysely, PostgresAdapter, sql } from 'kysely';

const RAISE = `update settings set value = cast(cast(value as bigint) + 1 as text) where name = 'catalog_version'`;

/**
 * One version of the network. The triggers of `network_version` are made from the columns that are read (`network-columns.ts`)
 * after all migrations; those of 0003 and 0026 leave then. `catalog_version` (0002), which nothing reads any more, goes on rising
 * for processes of the version before, which refuse all events without it until they are replaced: a later migration drops
 * its row, triggers and function, each `if exists`.
 */
export const oneNetworkVersion = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Imports hold the one version and raise the other: whoever took them the other way round would wait in a ring with them.
    if (db.getExecutor().adapter instanceof PostgresAdapter)
      await sql
        .raw(
          `create or replace function raise_catalog_version() returns trigger language plpgsql as $$ begin
            perform 1 from settings where name = 'network_version' for update; ${RAISE}; return null; end $$`,
        )
        .execute(db);
    // What was read before the triggers were others is read again.
    await sql`update settings set value = cast(cast(value as bigint) + 1 as text) where name = 'network_version'`.execute(
      db,
    );
  },
};
