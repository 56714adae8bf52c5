import { type Kysely, sql } from 'kysely';

/** The side that paused a flight. Any side may resume a flight that was paused before. */
export const pausedBy = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("alter table flights add column paused_by text not null default ''").execute(db);
  },
};
