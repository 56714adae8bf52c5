import { DAY_MS } from '#domain/durations.ts';
import { findKey } from '#domain/find-by-name.ts';
import { pages } from '../../memory/page-by-page.ts';
import type { AccountsDb } from './accounts-db.ts';

/**
 * Updates the find keys of customers, by which they are found, to this version. An older version that runs during an
 * upgrade, or whose import is stored later, writes no find key or keeps the one of a former name. The row's version
 * stays, because no editable field changes.
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
      // Only if the name is unchanged: a concurrent rename writes a newer key.
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
 * Renews them for a day after the start. During an upgrade an older process still writes, or has left an import to
 * store.
 */
export function createKeyRenewal(accounts: AccountsDb, now: () => number): () => Promise<void> {
  const upgradedUntil = now() + DAY_MS;
  return async () => {
    if (now() < upgradedUntil) await renewFindKeys(accounts);
  };
}
