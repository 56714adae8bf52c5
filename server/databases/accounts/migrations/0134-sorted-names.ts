import { type Kysely, sql } from 'kysely';
import { findKey } from '#domain/find-by-name.ts';

const STATEMENTS: readonly string[] = [
  "alter table venues add column find_key text not null default ''",
  "alter table users add column first_key text not null default ''",
  "alter table users add column last_key text not null default ''",
];

type Old = {
  venues: { id: string; name: string; find_key: string };
  users: { id: string; first_name: string; last_name: string; first_key: string; last_key: string };
};

/** The keys by which venues and the names of accounts are sorted: letters without their marks, alike on each engine. */
export const sortedNames = {
  async up(db: Kysely<Old>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    for (const { id, name } of await db.selectFrom('venues').select(['id', 'name']).execute())
      await db
        .updateTable('venues')
        .set({ find_key: findKey(name) })
        .where('id', '=', id)
        .execute();
    for (const { id, first_name, last_name } of await db
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name'])
      .execute())
      await db
        .updateTable('users')
        .set({ first_key: findKey(first_name), last_key: findKey(last_name) })
        .where('id', '=', id)
        .execute();
  },
};
