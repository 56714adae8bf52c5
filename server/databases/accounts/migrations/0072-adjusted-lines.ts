import { type Kysely, sql } from 'kysely';

/** The adjustment that a line of a document belongs to. Each adjustment appears in the documents of one month. */
export const adjustedLines = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table document_lines add column adjustment_id text references adjustments (id)').execute(db);
    await sql.raw('create index document_lines_adjustment on document_lines (adjustment_id)').execute(db);
  },
};
