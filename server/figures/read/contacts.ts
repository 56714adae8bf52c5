import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { PackedOutlets } from '../../network/snapshot/columnar-network.ts';
import type { HoldingSet } from '../../network/snapshot/holding-set.ts';
import { lastSeenPages, readLastSeen } from './contacts-queries.ts';

/** Returns an outlet's last contact by key (epoch ms), or undefined if the outlet never made contact. */
export type LastSeen = { get(outletKey: number): number | undefined };

/**
 * The last contact of all outlets in a network, by index in the network's columns; NaN if an outlet never made contact.
 */
export type Contacts = LastSeen & { readonly byPlace: Float64Array };

/** Number of outlets above which callers share one cached read of all contacts. */
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

/** Returns the last contact that a holder may see, by the holding's number; null if there is none. */
export type SeenIn = (number: number) => number | null;

/** Reads the contacts for a set of holdings: directly for few outlets, using the shared read for many. */
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
