import { type Kysely, sql } from 'kysely';

/** What an outlet cost to buy and costs each month, in dollars as written; null where nobody wrote it. */
export const outletCosts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table outlets add column purchase_price float8').execute(db);
    await sql.raw('alter table outlets add column monthly_cost float8').execute(db);
  },
};
