import { type Kysely, sql } from 'kysely';

/**
 * Weeks whose loss was accepted and whose remaining events an operator gave up. Such a week no longer blocks the
 * removal of older events.
 */
export const givenUpLosses = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table raw_losses add column given_up_at int8`.execute(db);
  },
};
