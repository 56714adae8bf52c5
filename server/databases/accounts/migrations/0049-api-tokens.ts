import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table api_tokens (
    id text not null primary key,
    user_id text not null references users (id),
    name text not null,
    prefix text not null,
    token_hash text not null,
    reads_only integer not null check (reads_only in (0, 1)),
    created_at int8 not null,
    expires_at int8 not null,
    last_used_at int8,
    revoked_at int8
  )`,
  'create unique index api_tokens_hash on api_tokens (token_hash)',
  'create index api_tokens_user on api_tokens (user_id)',
];

/** Tokens with which programs sign in as a user. Only a hash of the secret is stored. */
export const apiTokens = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
