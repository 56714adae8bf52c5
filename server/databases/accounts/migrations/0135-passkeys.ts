import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table passkeys (id text primary key, user_id text not null references users (id), credential_id text not null,
     public_key text not null, counter int8 not null, transports text not null, name text not null,
     synced int4 not null, created_at int8 not null, last_used_at int8)`,
  'create unique index passkeys_credential on passkeys (credential_id)',
  'create index passkeys_user on passkeys (user_id)',
  `create table passkey_challenges (id text primary key, purpose text not null, user_id text references users (id),
     session_id text, expires_at int8 not null, used_at int8)`,
  'create index passkey_challenges_expiry on passkey_challenges (expires_at)',
  'create index passkey_challenges_user on passkey_challenges (user_id)',
];

/** Passkeys of accounts, and the challenges that browsers must sign. */
export const passkeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
