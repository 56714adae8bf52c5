import type { Kysely } from 'kysely';

/** The minute at which each background job last started. The first process to write it runs the job. */
export const jobTurns = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('job_turns')
      .addColumn('job', 'text', (column) => column.primaryKey())
      .addColumn('minute_at', 'int8', (column) => column.notNull())
      .execute();
  },
};
