import { type Kysely, sql } from 'kysely';

/**
 * The hash of a document's line file and the ledger position that its PDF states. Null for documents that were final
 * before.
 */
export const documentProofs = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table documents add column lines_sha256 text').execute(db);
    await sql.raw('alter table documents add column ledger_seq int8').execute(db);
    await sql.raw('alter table documents add column ledger_head text').execute(db);
  },
};
