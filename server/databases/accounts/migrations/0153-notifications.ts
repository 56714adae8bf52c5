import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table notifications (
    id text not null primary key,
    user_id text not null references users (id),
    customer_id text references customers (id),
    kind text not null, cause text not null,
    title text not null, detail text not null, path text not null,
    in_app int4 not null, created_at int8 not null, read_at int8,
    unique (user_id, cause)
  )`,
  'create index notifications_of_user on notifications (user_id, id)',
  'create index notifications_created on notifications (created_at)',
  `create table notification_choices (
    user_id text not null references users (id), kind text not null,
    in_app int4 not null, mail int4 not null, primary key (user_id, kind)
  )`,
  "alter table mails add column notification text not null default ''",
  "alter table mails add column unsubscriber text not null default ''",
  "alter table customers add column billing_email text not null default ''",
  `create table document_mails (
    document_id text not null primary key references documents (id), sent_at int8 not null
  )`,
  `create table payment_reminders (
    document_id text not null references documents (id), level int4 not null, sent_at int8 not null,
    primary key (document_id, level)
  )`,
];

/**
 * Notifications in the app, how each person gets them, and who can unsubscribe from a mail. Also where a customer gets
 * its documents, which of them were mailed, and the reminders of unpaid ones.
 */
export const notifications = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
