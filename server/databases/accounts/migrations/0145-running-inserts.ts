import { type Kysely, sql } from 'kysely';

/**
 * Inserts of events that may run, each with its outlets and the transaction that locks them, if several processes store
 * events.
 */
export const runningInserts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`create table running_inserts (
        id text not null primary key,
        lock_xid int8 not null,
        outlet_keys text not null,
        made_at int8 not null
      )`)
      .execute(db);
  },
};
