import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { pages } from '../../memory/page-by-page.ts';

const KEYS_AT_ONCE = 1_000;

/** Newest contact of each of the outlets, by key; an outlet that was never in contact is absent. */
export async function readLastSeen(accounts: AccountsDb, outletKeys: readonly number[]): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  for (let from = 0; from < outletKeys.length; from += KEYS_AT_ONCE) {
    const rows = await accounts
      .selectFrom('outlets')
      .select(['key', 'last_seen_at'])
      .where('key', 'in', outletKeys.slice(from, from + KEYS_AT_ONCE))
      .where('last_seen_at', 'is not', null)
      .execute();
    for (const row of rows) if (row.last_seen_at !== null) seen.set(row.key, row.last_seen_at);
  }
  return seen;
}

/** The newest contact of every outlet, by key, a page at a time; null before the first. */
export const lastSeenPages = (accounts: AccountsDb) =>
  pages(
    (after: number | null, limit) =>
      accounts
        .selectFrom('outlets')
        .select(['key', 'last_seen_at'])
        .where('key', '>', after ?? 0)
        .orderBy('key')
        .limit(limit)
        .execute(),
    ({ key }) => key,
  );
