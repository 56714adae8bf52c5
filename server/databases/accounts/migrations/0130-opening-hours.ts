import { type Kysely, sql } from 'kysely';

/** When venues are open, as written; '' where nobody wrote it. */
export const openingHours = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("alter table venues add column opening_hours text not null default ''").execute(db);
  },
};
