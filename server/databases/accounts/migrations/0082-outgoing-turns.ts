import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  // The lease of the process that calls a webhook, and the alert that a call is about. There are no references, because
  // these tables precede those that they point to.
  'create table webhook_turns (webhook_id text not null primary key, leased_until int8 not null)',
  `create table alert_call_subjects (
     call_id text not null primary key, webhook_id text not null, alert_id text not null
   )`,
  'create index alert_call_subjects_of_alert on alert_call_subjects (webhook_id, alert_id)',
  'alter table report_schedules add column leased_until int8 not null default 0',
  'alter table report_schedules add column failures int4 not null default 0',
  'alter table report_schedules add column try_at int8 not null default 0',
];

/** A webhook receives one call after the other, in order for each alert. Failed reports wait before the next try. */
export const outgoingTurns = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
