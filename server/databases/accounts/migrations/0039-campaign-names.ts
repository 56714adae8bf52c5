import { type Kysely, sql } from 'kysely';
import { nameKey } from '#domain/name-key.ts';

type Before = { campaigns: { id: string; name: string; name_key: string } };

/**
 * The key by which campaigns are searched and sorted. SQLite lowercases only ASCII, and PostgreSQL only what its locale
 * covers.
 */
export const campaignNames = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table campaigns add column name_key text not null default ''`.execute(db);
    const typed = db as Kysely<Before>;
    for (const { id, name } of await typed.selectFrom('campaigns').select(['id', 'name']).execute())
      await typed
        .updateTable('campaigns')
        .set({ name_key: nameKey(name) })
        .where('id', '=', id)
        .execute();
  },
};
