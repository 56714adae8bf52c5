import type { Kysely } from 'kysely';

/** The weeks whose events are kept only as sums. The list is in the row of the seals, so that one read returns both. */
export const archivedWeeks = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('event_seals')
      .addColumn('archived', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
  },
};
