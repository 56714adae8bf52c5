import { type Kysely, sql } from 'kysely';
import { findKey } from '#domain/find-by-name.ts';

type Before = { customers: { id: string; name: string; find_key: string } };

const AT_ONCE = 1_000;

/** The key by which a customer is found regardless of case and marks. No two engines fold letters alike. */
export const customerFindKeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table customers add column find_key text not null default ''`.execute(db);
    await sql`create index customers_find on customers (find_key) where deleted_at is null`.execute(db);
    const typed = db as Kysely<Before>;
    for (let after = ''; ; ) {
      const rows = await typed
        .selectFrom('customers')
        .select(['id', 'name'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(AT_ONCE)
        .execute();
      for (const { id, name } of rows)
        await typed
          .updateTable('customers')
          .set({ find_key: findKey(name) })
          .where('id', '=', id)
          .execute();
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  },
};
