import { type Kysely, sql } from 'kysely';

/** From which addresses an API token may be used, with spaces between; empty: any. */
export const tokenAddresses = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("alter table api_tokens add column addresses text not null default ''").execute(db);
  },
};
