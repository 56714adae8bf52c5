import { type Kysely, sql } from 'kysely';

/** An invoice's figures about views without a play. Null for statements, and for documents that were final before. */
export const unsignedOnInvoices = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of ['counted_views', 'unsigned_views', 'unsigned_micros'])
      await sql.raw(`alter table documents add column ${column} int8`).execute(db);
  },
};
