import type { Kysely } from 'kysely';

/** A ticket of a statement as known on a past instant names it as it was asked for. */
export const printKnown = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('print_tickets').addColumn('known_on', 'text').execute();
  },
};
