import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table report_marks (
     id text not null primary key,
     user_id text not null references users (id),
     customer_id text references customers (id),
     day text not null,
     words text not null,
     created_at int8 not null
   )`,
  'create index report_marks_day on report_marks (day)',
  'create index report_marks_user on report_marks (user_id)',
];

/** Notes on days of reports, by an organization or by the network's own people. */
export const reportMarks = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
