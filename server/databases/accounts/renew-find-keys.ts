import { DAY_MS } from '#domain/durations.ts';
import { findKey } from '#domain/find-by-name.ts';
import { pages } from '../../memory/page-by-page.ts';
import type { AccountsDb } from './accounts-db.ts';

/**
 * Customers are found by the key that this version makes of their names: one of before, which runs beside it during
 * an upgrade or has left an import to be stored, writes none or keeps that of an older name. The row's version stays, since
 * nothing is changed that anybody edits.
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
      // Only as long as it bears that name: who renames it meanwhile knows the key better.
      await accounts
        .updateTable('customers')
        .set({ find_key: wanted })
        .where('id', '=', id)
        .where('name', '=', name)
        .execute();
    }
  }
}

/** Renews them for a day after the start, too: during an upgrade an older process still writes, or has left an import to be stored. */
export function createKeyRenewal(accounts: AccountsDb, now: () => number): () => Promise<void> {
  const upgradedUntil = now() + DAY_MS;
  return async () => {
    if (now() < upgradedUntil) await renewFindKeys(accounts);
  };
}
