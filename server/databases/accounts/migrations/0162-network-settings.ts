import { type Kysely, sql } from 'kysely';

/**
 * Stored settings of the network. `valid_from` is 0, except for settings with versions by day. `value` is null if the
 * default applies again.
 */
export const networkSettings = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`create table network_settings (
        name text not null,
        valid_from int8 not null,
        value text,
        changed_at int8 not null,
        changed_by text not null,
        primary key (name, valid_from)
      )`)
      .execute(db);
  },
};
