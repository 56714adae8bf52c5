import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  "alter table customers add column country text not null default ''",
  "alter table letterheads add column paper text not null default 'country'",
  // Documents of before are on Letter, whoever they went to.
  "alter table documents add column paper text not null default 'letter'",
  "alter table documents add column corrects text not null default ''",
];

/** On which paper documents are, by their customer's country, and what a credit note corrects. */
export const paper = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
