import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table alerts (
    id text not null primary key, cause text not null, rule text not null, customer_id text references customers (id),
    title text not null, affected text not null, path text not null, raised_at int8 not null, ended_at int8,
    acknowledged_at int8, mailed_at int8
  )`,
  'create unique index alerts_standing on alerts (cause) where ended_at is null',
  'create index alerts_of_customer on alerts (customer_id, raised_at)',
  'create index alerts_by_time on alerts (raised_at)',
  'create table alert_readers (user_id text not null primary key, seen_at int8 not null)',
  `create table alert_rules (
    organisation text not null, rule text not null, is_on int4 not null, threshold int4, mails int4 not null,
    muted_until int8, mailed_at int8 not null, primary key (organisation, rule)
  )`,
  `create table alert_quiet_hours (
    organisation text not null primary key, from_minute int4 not null, to_minute int4 not null, time_zone text not null
  )`,
  `create table alert_webhooks (
    id text not null primary key, organisation text not null, url text not null, sealed_secret text not null,
    created_at int8 not null
  )`,
  'create index alert_webhooks_of_organisation on alert_webhooks (organisation)',
  `create table alert_calls (
    id text not null primary key, webhook_id text not null references alert_webhooks (id), event text not null,
    body text not null, status text not null check (status in ('queued', 'sent', 'failed')), attempts int4 not null,
    next_at int8 not null, leased_until int8 not null, last_error text not null, created_at int8 not null, sent_at int8
  )`,
  'create index alert_calls_due on alert_calls (status, next_at)',
  'create index alert_calls_of_webhook on alert_calls (webhook_id, created_at)',
];

/** Alerts, their recipients, and the settings for their delivery. */
export const alerts = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
