import type { Kysely } from 'kysely';

/** Notices about the installation for administrators, at most one row per kind. */
export const systemNotices = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('system_notices')
      .addColumn('kind', 'text', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('since_at', 'int8', (column) => column.notNull())
      .addColumn('updated_at', 'int8', (column) => column.notNull())
      .execute();
  },
};
