import { type Kysely, sql } from 'kysely';

/** What a document's PDF says of its line file and of the ledger; null of documents that were final before. */
export const documentProofs = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table documents add column lines_sha256 text').execute(db);
    await sql.raw('alter table documents add column ledger_seq int8').execute(db);
    await sql.raw('alter table documents add column ledger_head text').execute(db);
  },
};
