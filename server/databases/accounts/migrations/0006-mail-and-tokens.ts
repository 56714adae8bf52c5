import { type Kysely, sql } from 'kysely';

/** The outbox, requests without an account, and the tokens of mailed links. Both engines accept these statements. */
const STATEMENTS: readonly string[] = [
  `create table mails (
     id text primary key, kind text not null, to_email text not null, to_key text not null, reply_to text not null,
     subject text not null, content text not null, sealed_token text, expires_at int8, status text not null,
     attempts int4 not null, next_at int8 not null, leased_until int8 not null, last_error text not null,
     created_at int8 not null, sent_at int8, asked_from text not null,
     constraint mails_status check (status in ('queued', 'sent', 'failed', 'held')))`,
  'create index mails_due on mails (status, next_at)',
  'create index mails_to on mails (to_key, created_at)',
  'create index mails_asked on mails (asked_from, created_at)',
  'create index mails_created on mails (created_at)',
  `create table account_requests (
     id text primary key, kind text not null, email_key text not null, password_hash text,
     asked_from text not null, created_at int8 not null,
     constraint account_requests_kind check (kind in ('sign-up', 'reset')))`,
  `create table account_tokens (
     id text primary key, purpose text not null, user_id text not null references users (id), password_hash text,
     asked_from text not null, created_at int8 not null, expires_at int8 not null, used_at int8,
     constraint account_tokens_purpose check (purpose in ('verify', 'reset', 'invite')))`,
  'create index account_tokens_user on account_tokens (user_id)',
  'create index account_tokens_expiry on account_tokens (expires_at)',
];

export const mailAndTokens = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
