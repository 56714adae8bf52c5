import { type Kysely, PostgresAdapter, sql } from 'kysely';

const RAISE = `update settings set value = cast(cast(value as bigint) + 1 as text) where name = 'network_version'`;

/**
 * A new label of an outlet appears at once wherever its EUI appears. So it raises `network_version`, as a new location
 * does.
 */
export const networkLabels = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    const action = isPostgres ? 'for each statement execute function raise_network_version()' : `begin ${RAISE}; end`;
    await sql
      .raw(`create trigger network_version_update_of_label_on_outlets after update of label on outlets ${action}`)
      .execute(db);
  },
};
