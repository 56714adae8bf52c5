import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table letterheads (
    id text not null primary key,
    made_at int8 not null, made_by text not null,
    name text not null, address text not null, tax_id text not null, contact text not null, payment text not null,
    logo text not null
  )`,
  'create index letterheads_newest on letterheads (made_at)',
  'alter table documents add column letterhead_id text references letterheads (id)',
];

/** The sender of documents. Versions never change: a final document always uses its own version. */
export const letterheads = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
