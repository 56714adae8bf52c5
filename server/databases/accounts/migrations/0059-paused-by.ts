import { type Kysely, sql } from 'kysely';

/** Who holds a flight: what was paused before is anybody's to resume. */
export const pausedBy = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("alter table flights add column paused_by text not null default ''").execute(db);
  },
};
