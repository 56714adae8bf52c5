import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table document_mails (
    document_id text not null primary key references documents (id), sent_at int8 not null
  )`,
  `create table payment_reminders (
    document_id text not null references documents (id), level int4 not null, sent_at int8 not null,
    primary key (document_id, level)
  )`,
];

/** Which final documents were mailed, and which payment reminders were sent. */
export const documentMails = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
