import { type Kysely, sql } from 'kysely';

/** When a campaign was archived; null if it is not. */
export const archivedCampaigns = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table campaigns add column archived_at int8').execute(db);
  },
};
