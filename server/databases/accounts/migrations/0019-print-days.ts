import type { Kysely } from 'kysely';

/** A ticket for a statement about calendar days stores the days. The contract's time zone defines their instants. */
export const printDays = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('print_tickets').addColumn('from_day', 'text').execute();
    await db.schema.alterTable('print_tickets').addColumn('to_day', 'text').execute();
  },
};
