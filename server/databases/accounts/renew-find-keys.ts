import { DAY_MS } from '#domain/durations.ts';
import { findKey } from '#domain/find-by-name.ts';
import { pages } from '../../memory/page-by-page.ts';
import type { AccountsDb } from './accounts-db.ts';

/**
 * Recomputes customers' find keys, which are used for searching, as this version defines them. During an upgrade, an
 * older version writes no find key or keeps the find key of a former name. An import that the older version left to be
 * stored later may do the same. The row version stays, because no editable field changes.
 */
export async function renewFindKeys(accounts: AccountsDb, atOnce?: number): Promise<void> {
  const read = (after: string | null, limit: number) =>
    accounts
      .selectFrom('customers')
      .select(['id', 'name', 'find_key'])
      .where('id', '>', after ?? '')
      .orderBy('id')
      .limit(limit)
      .execute();
  for await (const customers of pages(read, ({ id }) => id, atOnce)) {
    for (const { id, name, find_key } of customers) {
      const wanted = findKey(name);
      if (wanted === find_key) continue;
      // Update only if the name is unchanged, because a concurrent rename writes a newer key.
      await accounts
        .updateTable('customers')
        .set({ find_key: wanted })
        .where('id', '=', id)
        .where('name', '=', name)
        .execute();
    }
  }
}

/**
 * Creates a job that recomputes find keys for a day after the start. During an upgrade, an older process may still be
 * writing, or may have left an import to store.
 */
export function createKeyRenewal(accounts: AccountsDb, now: () => number): () => Promise<void> {
  const upgradedUntil = now() + DAY_MS;
  return async () => {
    if (now() < upgradedUntil) await renewFindKeys(accounts);
  };
}
