import type { Kysely } from 'kysely';

/** A ticket of a statement about calendar days names them: which instants they are, the contract's clock says. */
export const printDays = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('print_tickets').addColumn('from_day', 'text').execute();
    await db.schema.alterTable('print_tickets').addColumn('to_day', 'text').execute();
  },
};
