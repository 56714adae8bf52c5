import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table judged_lines (
    document_id text not null, place int4 not null, reason text not null,
    views int8 not null, clicks int8 not null, burns int8 not null,
    amount_micros int8 not null, owner_micros int8 not null,
    primary key (document_id, place, reason)
  )`,
];

/** The invalid part of a document's line, by reason. */
export const judgedLines = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
