import { type Kysely, sql } from 'kysely';

/** The addresses from which an API token may be used, separated by spaces. Empty: any. */
export const tokenAddresses = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("alter table api_tokens add column addresses text not null default ''").execute(db);
  },
};
