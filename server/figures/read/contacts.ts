import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { HoldingSet } from '../../network/snapshot/holding-set.ts';
import type { PackedOutlets } from '../../network/snapshot/packed-network.ts';
import { lastSeenPages, readLastSeen } from './contacts-queries.ts';

/** The newest contact by outlet key (epoch ms); undefined before the first. */
export type LastSeen = { get(outletKey: number): number | undefined };

/** That of all outlets of a network, by their place in its columns: NaN before the first. */
export type Contacts = LastSeen & { readonly byPlace: Float64Array };

/** More outlets than this share one reading of the contacts. */
export const MANY_OUTLETS = 1_000;

export async function readContacts(accounts: AccountsDb, outlets: PackedOutlets): Promise<Contacts> {
  const byPlace = new Float64Array(outlets.length).fill(Number.NaN);
  for await (const page of lastSeenPages(accounts))
    for (const { key, last_seen_at: seen } of page) {
      const place = outlets.placeOfKey(key);
      if (place >= 0 && seen !== null) byPlace[place] = seen;
    }
  const known = (seen: number | undefined) => (seen === undefined || Number.isNaN(seen) ? undefined : seen);
  return { byPlace, get: (key) => known(byPlace[outlets.placeOfKey(key)]) };
}

/** When each holding of a set was last heard of, as its holder may know it, by its number; null before the first time. */
export type SeenIn = (number: number) => number | null;

/** Of few outlets as it is now, of many as it was read for all. */
export async function seenIn(
  accounts: AccountsDb,
  { numbers, packed }: HoldingSet,
  ofAll: () => Promise<Contacts>,
): Promise<SeenIn> {
  const { endedAt, outletOf, outlets } = packed;
  const keyOf = (number: number) => outlets.keys[outletOf[number] ?? 0] ?? 0;
  const asHeld = (number: number, seen: number): number => {
    const ended = endedAt[number] ?? Number.NaN;
    return Number.isNaN(ended) ? seen : Math.min(seen, ended);
  };
  if (numbers.length <= MANY_OUTLETS) {
    const few = await readLastSeen(accounts, [...numbers].map(keyOf));
    return (number) => {
      const seen = few.get(keyOf(number));
      return seen === undefined ? null : asHeld(number, seen);
    };
  }
  const { byPlace } = await ofAll();
  return (number) => {
    const seen = byPlace[outletOf[number] ?? 0] ?? Number.NaN;
    return Number.isNaN(seen) ? null : asHeld(number, seen);
  };
}
