import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table contact_messages (
    id text not null primary key,
    user_id text not null references users (id),
    name text not null,
    email text not null,
    message text not null,
    search_key text not null,
    sent_at int8 not null,
    read_at int8,
    deleted_at int8
  )`,
  'create index contact_messages_sent on contact_messages (sent_at)',
  'create index contact_messages_user on contact_messages (user_id, sent_at)',
];

/** Messages from people to the administrators. */
export const contactMessages = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
