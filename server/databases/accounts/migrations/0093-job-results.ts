import type { Kysely } from 'kysely';

/** How each background job ended last; `minute_at` is the minute that one of several processes took for its own. */
export const jobResults = {
  async up(db: Kysely<unknown>): Promise<void> {
    const add = (name: string, type: 'int8' | 'text') =>
      db.schema.alterTable('job_turns').addColumn(name, type).execute();
    await add('begun_at', 'int8');
    await add('ended_at', 'int8');
    await add('failure', 'text');
  },
};
