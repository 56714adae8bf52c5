import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  "alter table customers add column country text not null default ''",
  "alter table letterheads add column paper text not null default 'country'",
  // Older documents use Letter for every recipient.
  "alter table documents add column paper text not null default 'letter'",
  "alter table documents add column corrects text not null default ''",
];

/** The paper size of documents by the customer's country, and the document that a credit note corrects. */
export const paper = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
