import type { Kysely } from 'kysely';

/** A ticket of a statement as known at a past instant stores the requested instant. */
export const printKnown = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('print_tickets').addColumn('known_on', 'text').execute();
  },
};
