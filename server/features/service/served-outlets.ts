import type { ServiceCounts, ServiceFilter } from '#contract/service.ts';
import { nameKey } from '#domain/name-key.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { Scope } from '#domain/role.ts';
import type { Dependencies } from '../../dependencies.ts';
import { MANY_OUTLETS, type SeenIn } from '../../figures/read/contacts.ts';
import { forEachChunked, runChunked } from '../../memory/chunked.ts';
import { chosenOf, type HoldingSet, standingAmong, standingAnywhere } from '../../network/snapshot/holding-set.ts';
import { holdingsWith } from '../../network/snapshot/match-holdings.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { findFaultyOutlets, type ServedRow } from './service-queries.ts';

export type ServiceList = {
  readonly q: string;
  readonly show: ServiceFilter | undefined;
  readonly venueId: string | undefined;
};
type Page = { readonly limit: number; readonly after: string };

/** The silent and the faulty outlets in service, with their counts. */
type Looked = {
  readonly set: HoldingSet;
  readonly counts: ServiceCounts;
  /** The outlets of a filter: computed once, and cached as long as the counts. */
  readonly shown: (show: ServiceFilter) => Promise<HoldingSet>;
  readonly seen: SeenIn;
};

/**
 * Outlets in service from the network in memory: with a million of them, the store would scan every row for each page.
 * In a large network, the response is as old as the cached contacts. Counts and lists come from the same reading.
 */
export function createServedOutlets({ accounts, figures, now }: Pick<Dependencies, 'accounts' | 'figures' | 'now'>) {
  const kept = figures.keeper.forNetwork<Looked>('served');

  async function look(set: HoldingSet, scope: Scope): Promise<Looked> {
    const nowMs = now();
    const [seen, faulty] = [await figures.seenIn(set), await findFaultyOutlets(accounts, scope, nowMs)];
    const { outletOf, outlets } = set.packed;
    const isFaulty = (number: number) => faulty.has(outlets.keys[outletOf[number] ?? 0] ?? 0);
    const counts = { all: set.numbers.length, online: 0, late: 0, offline: 0, never: 0, faulty: 0 };
    const count = (number: number) => {
      counts[outletStatus(seen(number), nowMs)] += 1;
      if (isFaulty(number)) counts.faulty += 1;
    };
    await runChunked(forEachChunked(set.numbers, count));
    const isShown = (number: number, show: ServiceFilter) =>
      show === 'faulty' ? isFaulty(number) : outletStatus(seen(number), nowMs) === show;
    const known = new Map<ServiceFilter, Promise<HoldingSet>>();
    const shown = (show: ServiceFilter) => {
      const found = known.get(show) ?? runChunked(chosenOf(set, (number) => isShown(number, show)));
      known.set(show, found);
      return found;
    };
    return { set, counts, shown, seen };
  }

  return async (scope: Scope, list: ServiceList, page: Page) => {
    const network = await figures.network();
    const set = await inService(network, scope);
    const isLarge = set.numbers.length > MANY_OUTLETS;
    const looked = isLarge ? await kept(network).get(scope, '', () => look(set, scope)) : await look(set, scope);
    return { counts: looked.counts, rows: await pageOf(looked, list, page) };
  };
}

/** Advertisers have none. */
async function inService({ holdings, packed }: Network, scope: Scope): Promise<HoldingSet> {
  if (scope.kind === 'all') return standingAnywhere(packed);
  const own = holdings.get(scope.customerKey);
  return own === undefined ? { packed, numbers: new Uint32Array() } : standingAmong(own);
}

/** A page in EUI order, after one EUI. */
async function pageOf(
  { seen, set, shown }: Looked,
  { q, show, venueId }: ServiceList,
  page: Page,
): Promise<ServedRow[]> {
  const word = nameKey(q);
  const { venueOf, venues } = set.packed;
  const asked = show === undefined ? set : await shown(show);
  let found = await holdingsWith(asked, { word, eui: word.replace(/[-:\s]/g, ''), customer: null });
  if (venueId !== undefined) {
    const venue = venues.findIndex(({ id }) => id === venueId);
    found = await runChunked(chosenOf(found, (number) => venueOf[number] === venue));
  }
  const from = firstAfter(found, page.after);
  return [...found.numbers.subarray(from, from + page.limit)].map((number) => rowOf(found, number, seen(number)));
}

function rowOf({ packed }: HoldingSet, number: number, seenMs: number | null): ServedRow {
  const { customer, outlet, venue } = packed.at(number);
  return {
    id: outlet.id,
    key: outlet.key,
    eui: outlet.eui,
    label: outlet.label,
    last_seen_at: seenMs,
    customer_id: customer.id,
    customer: customer.name,
    venue_id: venue.id,
    venue: venue.name,
    time_zone: venue.timeZone,
  };
}

/** The first position with a greater EUI. */
function firstAfter({ numbers, packed }: HoldingSet, eui: string): number {
  const { outletOf, outlets } = packed;
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (outlets.euis.at(outletOf[numbers[middle] ?? 0] ?? 0) <= eui) low = middle + 1;
    else high = middle;
  }
  return low;
}
