import { type Kysely, sql } from 'kysely';

/**
 * Whether a flight accepts views without a play: 0 no, 1 yes. 2 marks flights from before this column. The next start
 * decides for them by `UNSIGNED_VIEWS`, so that an upgrade changes nothing (`server/start/migrate-stores.ts`).
 */
export const unsignedViews = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table flights add column accepts_unsigned int2 not null default 0').execute(db);
    await sql.raw('update flights set accepts_unsigned = 2').execute(db);
  },
};
