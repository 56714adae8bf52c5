import { type Kysely, sql } from 'kysely';

/** Column types and keys that both engines interpret alike. */
const TABLES: readonly string[] = [
  `identities (id text primary key, user_id text not null references users (id), provider text not null, issuer text not null,
     subject text not null, email text not null, created_at int8 not null, last_used_at int8 not null)`,
  `oidc_flows (id text primary key, provider text not null, purpose text not null, session_id text references sessions (id),
     browser_hash text not null, nonce text not null, code_verifier text not null, return_path text not null,
     created_at int8 not null, expires_at int8 not null, used_at int8)`,
  `link_requests (id text primary key, user_id text not null references users (id), provider text not null, issuer text not null,
     subject text not null, email text not null, browser_hash text not null, attempts int4 not null,
     expires_at int8 not null, used_at int8)`,
  `login_challenges (id text primary key, user_id text not null references users (id), method text not null,
     attempts int4 not null, expires_at int8 not null, used_at int8)`,
  `second_factors (user_id text primary key references users (id), secret text not null, created_at int8 not null,
     confirmed_at int8, last_step int8 not null)`,
  `recovery_codes (id text primary key, user_id text not null references users (id), created_at int8 not null, used_at int8)`,
  `avatars (id text primary key, user_id text not null references users (id), image text not null, created_at int8 not null)`,
];

const COLUMNS: readonly string[] = [
  "users add column time_zone text not null default ''",
  "users add column theme_color text not null default ''",
  "users add column color_scheme text not null default ''",
  'sessions add column confirmed_at int8 not null default 0',
  "sessions add column method text not null default ''",
  'login_codes add column browser_hash text',
  "login_codes add column method text not null default ''",
];

const INDEXES: readonly string[] = [
  'unique index identities_subject on identities (issuer, subject)',
  'index identities_user on identities (user_id)',
  'index oidc_flows_expiry on oidc_flows (expires_at)',
  'index oidc_flows_session on oidc_flows (session_id)',
  'index link_requests_expiry on link_requests (expires_at)',
  'index link_requests_user on link_requests (user_id)',
  'index login_challenges_expiry on login_challenges (expires_at)',
  'index login_challenges_user on login_challenges (user_id)',
  'index recovery_codes_user on recovery_codes (user_id)',
  'unique index avatars_user on avatars (user_id)',
];

/** Sign-in by other providers, second factors, fresh logins, pictures, and an account's appearance settings. */
export const accountProtection = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of TABLES) await sql.raw(`create table ${table}`).execute(db);
    for (const column of COLUMNS) await sql.raw(`alter table ${column}`).execute(db);
    for (const index of INDEXES) await sql.raw(`create ${index}`).execute(db);
  },
};
