import { type Kysely, sql } from 'kysely';

/** The number of sockets that one EUI reports for. Null: one. */
export const outletSockets = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table outlets add column sockets float8').execute(db);
  },
};
