import { findKey } from '#domain/find-by-name.ts';
import { nameKey } from '#domain/name-key.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { Contacts } from '../../figures/read/contacts.ts';
import { readSort } from '../../http/read-page.ts';
import { type Chunked, runChunked } from '../../memory/chunked.ts';
import { memoizeByIdentity } from '../../memory/memoize-by-identity.ts';
import { sortByNumber } from '../../memory/sort-by-number.ts';
import type { PackedHoldings } from '../../network/snapshot/columnar-network.ts';
import { marksOf } from '../../network/snapshot/match-holdings.ts';
import type { NetworkVenue } from '../../network/snapshot/network-parts.ts';
import type { OutletFilter } from './outlets-queries.ts';

type Known = { readonly packed: PackedHoldings; readonly contacts: Contacts; readonly nowMs: number };

const SLICE = 50_000;
/** Upper limit of the ranks: later than any timestamp, and still an exact integer. */
const LAST = 2 ** 51;

/**
 * Returns the outlets that match a filter in the administrators' table, in its order, as positions in the network's
 * columns.
 */
export async function outletsInOrder(known: Known, filter: OutletFilter): Promise<Uint32Array> {
  const isAsked = await filterOf(known, filter);
  return runChunked(ordered(known, filter, isAsked));
}

function* ordered(known: Known, filter: OutletFilter, isAsked: (place: number) => boolean): Chunked<Uint32Array> {
  const { length } = known.packed.outlets;
  const { name, direction } = readSort(filter.sort);
  const rankOf = RANKS[name](known);
  const [ranks, places] = [new Float64Array(length), new Uint32Array(length)];
  let found = 0;
  for (let at = 0; at < length; at += 1) {
    // Ties are in EUI order for both sort directions.
    const place = name === 'eui' && direction === 'desc' ? length - 1 - at : at;
    if (at % SLICE === 0) yield;
    if (!isAsked(place)) continue;
    const rank = rankOf(place);
    ranks[found] = direction === 'asc' ? rank : LAST - rank;
    places[found] = place;
    found += 1;
  }
  const exact = places.slice(0, found);
  if (name === 'eui') return exact;
  const [, sorted] = yield* sortByNumber(ranks.slice(0, found), exact);
  return sorted;
}

/** Sort keys for each column, as whole numbers. Unknown values come first. */
const RANKS = {
  eui: () => () => 0,
  // Customers are already sorted by name.
  customer:
    ({ packed }: Known) =>
    (place: number) =>
      packed.outlets.placedCustomer[place] ?? 0,
  venue: ({ packed }: Known) => {
    const ranks = venueRanks(packed);
    return (place: number) => ranks[packed.outlets.placedVenue[place] ?? 0] ?? 0;
  },
  last_seen:
    ({ contacts }: Known) =>
    (place: number) =>
      seenAt(contacts, place) ?? 0,
} as const;

/** Ranks venues by name, starting at 1. Venues with the same name share a rank. */
const venueRanks = memoizeByIdentity(({ venues }: PackedHoldings) => {
  const order = ({ findKey: found, nameKey: name }: NetworkVenue) => `${found}\0${name}`;
  const names = [...new Set(venues.map(order))].sort();
  const rankOf = new Map(names.map((name, rank) => [name, rank + 1]));
  return [0, ...venues.map((venue) => rankOf.get(order(venue)) ?? 0)];
});

function seenAt({ byPlace }: Contacts, place: number): number | null {
  const seen = byPlace[place] ?? Number.NaN;
  return Number.isNaN(seen) ? null : seen;
}

async function filterOf({ contacts, nowMs, packed }: Known, filter: OutletFilter): Promise<(place: number) => boolean> {
  const { customers, outlets, venues } = packed;
  const { placedCustomer, placedVenue, retired } = outlets;
  const isOfCustomer = Uint8Array.from([
    0,
    ...customers.map(({ id }) => Number(filter.customer_id === undefined || id === filter.customer_id)),
  ]);
  const isOfType = Uint8Array.from([
    0,
    ...venues.map(({ type }) => Number(filter.venue_type === undefined || type === filter.venue_type)),
  ]);
  const word = nameKey(filter.q);
  const wanted = { word, eui: word.replace(/[-:\s]/g, ''), customer: findKey(filter.q) };
  const marks = word === '' ? null : await runChunked(marksOf(packed, wanted));
  return (place) => {
    const isRetired = retired[place] === 1;
    if (filter.status === 'retired' ? !isRetired : isRetired) return false;
    const [customer, venue] = [placedCustomer[place] ?? 0, placedVenue[place] ?? 0];
    if (filter.customer_id !== undefined && isOfCustomer[customer] === 0) return false;
    if (filter.venue_type !== undefined && isOfType[venue] === 0) return false;
    const isFound =
      marks === null ||
      marks.outlets[place] === 1 ||
      (customer > 0 && marks.customers[customer - 1] === 1) ||
      (venue > 0 && marks.venues[venue - 1] === 1);
    if (!isFound || filter.status === undefined || filter.status === 'retired') return isFound;
    return outletStatus(seenAt(contacts, place), nowMs) === filter.status;
  };
}
