import type { Kysely } from 'kysely';

/** Which weeks' events are kept only as sums: beside the seals, so that one reading has both. */
export const archivedWeeks = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('event_seals')
      .addColumn('archived', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
  },
};
