import type { Kysely } from 'kysely';

/** The last result of each background job. `minute_at` is the minute that one of several processes claimed. */
export const jobResults = {
  async up(db: Kysely<unknown>): Promise<void> {
    const add = (name: string, type: 'int8' | 'text') =>
      db.schema.alterTable('job_turns').addColumn(name, type).execute();
    await add('begun_at', 'int8');
    await add('ended_at', 'int8');
    await add('failure', 'text');
  },
};
