import { type Kysely, sql } from 'kysely';

/** How often a creative is shown beside a flight's others, and the UTM parameters of its target and its campaign's. */
export const creativeDelivery = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table creatives add column weight int4 not null default 1').execute(db);
    await sql.raw("alter table creatives add column utm text not null default ''").execute(db);
    await sql.raw("alter table campaigns add column utm text not null default ''").execute(db);
  },
};
