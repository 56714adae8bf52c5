import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { pages } from '../../memory/page-by-page.ts';

const KEYS_AT_ONCE = 1_000;

/** Reads each outlet's last contact, by key. Outlets without contact are not in the map. */
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

/** Reads every outlet's last contact by key, in pages; null if the outlet never made contact. */
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

/** Number of outlets per statement. Other work runs between two statements. */
const KEYS_IN_A_STEP = 5_000;

/** Yields key ranges that cover all outlets, for statements that would block the thread if they read a million rows. */
export async function* outletKeyRanges(
  accounts: AccountsDb,
  step: number,
): AsyncGenerator<{ readonly fromKey: number; readonly toKey: number }> {
  const { highest } = await accounts
    .selectFrom('outlets')
    .select(({ fn }) => fn.max('key').as('highest'))
    .executeTakeFirstOrThrow();
  for (let fromKey = 0; fromKey <= (highest ?? -1); fromKey += step) yield { fromKey, toKey: fromKey + step };
}

/** Returns the last contact of any outlet, or null if no outlet ever made contact. */
export async function findNewestContact(accounts: AccountsDb): Promise<number | null> {
  let newest: number | null = null;
  for await (const { fromKey, toKey } of outletKeyRanges(accounts, KEYS_IN_A_STEP)) {
    const row = await accounts
      .selectFrom('outlets')
      .select(({ fn }) => fn.max('last_seen_at').as('newest'))
      .where('key', '>=', fromKey)
      .where('key', '<', toKey)
      .executeTakeFirst();
    if (row?.newest != null) newest = Math.max(newest ?? 0, row.newest);
  }
  return newest;
}
