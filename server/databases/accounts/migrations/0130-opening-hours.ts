import { type Kysely, sql } from 'kysely';

/** The opening hours of venues, as entered; '' if not entered. */
export const openingHours = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("alter table venues add column opening_hours text not null default ''").execute(db);
  },
};
