import { type Kysely, sql } from 'kysely';

/** What an invoice says of views without a play; null of statements, and of documents that were final before. */
export const unsignedOnInvoices = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of ['counted_views', 'unsigned_views', 'unsigned_micros'])
      await sql.raw(`alter table documents add column ${column} int8`).execute(db);
  },
};
