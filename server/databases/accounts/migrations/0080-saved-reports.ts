import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table saved_reports (
     id text not null primary key,
     user_id text not null references users (id),
     customer_id text references customers (id),
     name text not null,
     name_key text not null,
     question text not null,
     shared integer not null check (shared in (0, 1)),
     version int8 not null,
     created_at int8 not null,
     updated_at int8 not null
   )`,
  'create index saved_reports_user on saved_reports (user_id)',
  'create index saved_reports_customer on saved_reports (customer_id, shared)',
  `create table report_schedules (
     id text not null primary key,
     report_id text not null references saved_reports (id),
     every_span text not null check (every_span in ('day', 'week', 'month')),
     weekday int4 not null,
     day_of_month int4 not null,
     hour int4 not null,
     time_zone text not null,
     format text not null check (format in ('csv', 'xlsx', 'pdf')),
     next_at int8 not null,
     created_at int8 not null
   )`,
  'create index report_schedules_report on report_schedules (report_id)',
  'create index report_schedules_due on report_schedules (next_at)',
  `create table report_recipients (
     schedule_id text not null references report_schedules (id),
     user_id text not null references users (id),
     primary key (schedule_id, user_id)
   )`,
  'create index report_recipients_user on report_recipients (user_id)',
  `create table report_deliveries (
     id text not null primary key,
     report_id text not null,
     schedule_id text not null,
     user_id text not null,
     due_at int8 not null,
     made_at int8 not null,
     mail_id text,
     reason text not null,
     unique (schedule_id, user_id, due_at)
   )`,
  'create index report_deliveries_report on report_deliveries (report_id, due_at)',
  'create index report_deliveries_made on report_deliveries (made_at)',
  `create table report_links (
     id text not null primary key,
     report_id text not null references saved_reports (id),
     user_id text not null references users (id),
     customer_id text,
     role text not null,
     question text not null,
     prefix text not null,
     token_hash text not null,
     password_hash text,
     created_at int8 not null,
     expires_at int8 not null,
     revoked_at int8,
     views int8 not null,
     last_viewed_at int8
   )`,
  'create unique index report_links_hash on report_links (token_hash)',
  'create index report_links_report on report_links (report_id)',
  `create table mail_attachments (
     mail_id text not null primary key references mails (id) on delete cascade,
     user_id text not null,
     role text not null,
     customer_id text,
     name text not null,
     type text not null,
     content text not null
   )`,
  'create index mail_attachments_user on mail_attachments (user_id)',
];

/** Reports that are saved, mailed, and shown to outsiders. An attachment records the rights that it was made with. */
export const savedReports = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
