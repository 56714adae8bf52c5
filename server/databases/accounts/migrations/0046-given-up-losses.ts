import { type Kysely, sql } from 'kysely';

/** Weeks whose loss was accepted and whose rest an operator gave up: it no longer keeps older events from leaving. */
export const givenUpLosses = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table raw_losses add column given_up_at int8`.execute(db);
  },
};
