import { type Kysely, sql } from 'kysely';
import { nameKey } from '#domain/name-key.ts';

type Before = { users: { id: string; first_name: string; last_name: string; name_key: string } };

const STATEMENTS: readonly string[] = [
  "alter table users add column name_key text not null default ''",
  'alter table users add column last_seen_at int8',
  // For a session that views as another user: the administrator's own session.
  'alter table sessions add column viewer_session_id text',
  'create index sessions_viewer on sessions (viewer_session_id)',
  'create index users_name on users (name_key)',
  'create index users_import_hash on users (import_hash)',
  'update users set last_seen_at = (select max(last_used_at) from sessions where sessions.user_id = users.id)',
];

/** The keys by which the users' table is searched and sorted, and sessions that view as a user. */
export const usersAdministration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    const typed = db as Kysely<Before>;
    for (const user of await typed.selectFrom('users').select(['id', 'first_name', 'last_name']).execute()) {
      const key = nameKey(`${user.first_name} ${user.last_name}`);
      await typed.updateTable('users').set({ name_key: key }).where('id', '=', user.id).execute();
    }
  },
};
