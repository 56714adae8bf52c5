import { type Kysely, sql } from 'kysely';

/** The standing of a user in the own organization. Every user had all rights before, so all become managers. */
export const standing = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table users add column standing text not null default 'manager' check (standing in ('manager', 'viewer'))
    `.execute(db);
  },
};
