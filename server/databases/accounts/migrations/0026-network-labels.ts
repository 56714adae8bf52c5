import { type Kysely, PostgresAdapter, sql } from 'kysely';

const RAISE = `update settings set value = cast(cast(value as bigint) + 1 as text) where name = 'network_version'`;

/** A new label of an outlet stands at once wherever its EUI stands: it raises `network_version` like a new place does. */
export const networkLabels = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    const action = isPostgres ? 'for each statement execute function raise_network_version()' : `begin ${RAISE}; end`;
    await sql
      .raw(`create trigger network_version_update_of_label_on_outlets after update of label on outlets ${action}`)
      .execute(db);
  },
};
