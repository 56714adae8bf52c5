import { type Kysely, sql } from 'kysely';

/** What a user is in the own organisation; everybody could do everything before, so all are managers. */
export const standing = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table users add column standing text not null default 'manager' check (standing in ('manager', 'viewer'))
    `.execute(db);
  },
};
