import { type Kysely, PostgresAdapter, sql } from 'kysely';

const RAISE = `update settings set value = cast(cast(value as bigint) + 1 as text) where name = 'catalog_version'`;

/**
 * One version of the network. After all migrations, the triggers of `network_version` are created from the columns that
 * are read (`network-triggers.ts`), and those of 0003 and 0026 are dropped. Nothing reads `catalog_version` (0002) any
 * more. It keeps rising for processes of the previous version, which reject all events without it until they are
 * replaced. A later migration drops its row, triggers and function, each `if exists`.
 */
export const oneNetworkVersion = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Imports lock one version and raise the other. A transaction that locked them in the opposite order would deadlock
    // with an import.
    if (db.getExecutor().adapter instanceof PostgresAdapter)
      await sql
        .raw(
          `create or replace function raise_catalog_version() returns trigger language plpgsql as $$ begin
            perform 1 from settings where name = 'network_version' for update; ${RAISE}; return null; end $$`,
        )
        .execute(db);
    // Data that was read under the old triggers is read again.
    await sql`update settings set value = cast(cast(value as bigint) + 1 as text) where name = 'network_version'`.execute(
      db,
    );
  },
};
