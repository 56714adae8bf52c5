import { type Kysely, sql } from 'kysely';

/** The purchase price and monthly cost of an outlet, in dollars as entered. Null if not entered. */
export const outletCosts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table outlets add column purchase_price float8').execute(db);
    await sql.raw('alter table outlets add column monthly_cost float8').execute(db);
  },
};
