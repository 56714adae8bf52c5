import type { Targets } from '#contract/flight-parts.ts';
import { creativeStanding, readCategories } from '#domain/creative-standing.ts';
import { outletNameWithEui } from '#domain/eui.ts';
import { compareNames } from '#domain/name-order.ts';
import { type TargetPlace, targetFilter } from '#domain/targets.ts';
import type { Holding } from '../../network/snapshot/network-parts.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { findCreativePolicies } from './creatives-queries.ts';
import type { CampaignNeeds } from './read-flights.ts';

/** Maximum number of points. A map cannot show more points separately. */
const MOST_POINTS = 2_000;

const ownOrVenue = ({ outlet, venue }: Holding, axis: 'lat' | 'lng') => outlet[axis] ?? venue[axis];

export const targetPlaceOf = (holding: Holding): TargetPlace => ({
  outletId: holding.outlet.id,
  venueId: holding.venue.id,
  customerId: holding.customer.id,
  venueType: holding.venue.type,
  state: holding.venue.state,
  lat: ownOrVenue(holding, 'lat'),
  lng: ownOrVenue(holding, 'lng'),
});

/** Yields outlets in service, each with its current assignment. */
export function* standingHoldings(network: Network): Generator<Holding> {
  for (const holdings of network.holdings.values())
    for (const holding of holdings.values()) if (holding.endedAt === null) yield holding;
}

/**
 * Finds the outlets in service that a rule reaches, except those whose owner blocks the category. `blocked` is the
 * number of outlets excluded in this way, and `blockers` are the names of their owners.
 */
export async function reachedOutlets(needs: CampaignNeeds, targets: Targets, category: string | null) {
  const [network, policies] = await Promise.all([needs.figures.network(), findCreativePolicies(needs.accounts)]);
  const blocking = new Set(
    category === null
      ? []
      : policies
          .filter(({ blocked_categories: blocked }) => {
            const policy = { reviewsEach: false, blockedCategories: readCategories(blocked) };
            return creativeStanding(policy, category, undefined) === 'blocked';
          })
          .map(({ id }) => id),
  );
  const reaches = targetFilter(targets);
  const holdings: Holding[] = [];
  let blocked = 0;
  const blockers = new Set<string>();
  for (const holding of standingHoldings(network)) {
    if (!reaches(targetPlaceOf(holding))) continue;
    if (blocking.has(holding.customer.id)) {
      blocked += 1;
      blockers.add(holding.customer.name);
    } else holdings.push(holding);
  }
  return { network, holdings, blocked, blockers: [...blockers].sort(compareNames) };
}

/** Converts outlets to map points, column by column. */
export function pointsOf(holdings: readonly Holding[]) {
  const venues: { name: string; type: string; state: string; customer: string }[] = [];
  const places = new Map<string, number>();
  const shown = holdings
    .filter((holding) => ownOrVenue(holding, 'lat') !== null && ownOrVenue(holding, 'lng') !== null)
    .slice(0, MOST_POINTS);
  const venue = shown.map(({ venue: { id, name, type, state }, customer }) => {
    const at = places.get(id) ?? venues.length;
    if (at === venues.length) venues.push({ name, type, state, customer: customer.name });
    places.set(id, at);
    return at;
  });
  return {
    eui: shown.map(({ outlet }) => outlet.eui),
    lat: shown.map((holding) => ownOrVenue(holding, 'lat') ?? 0),
    lng: shown.map((holding) => ownOrVenue(holding, 'lng') ?? 0),
    label: shown.map(({ outlet }) => outlet.label),
    venue,
    venues,
  };
}

/** Returns the names for the ids of some rules. Leaves out ids that no longer exist. */
export function targetNames(network: Network, ...rules: readonly Targets[]): { id: string; name: string }[] {
  const wanted = new Set(
    rules
      .flatMap((targets) => [targets, targets.except ?? {}])
      .flatMap(({ customers = [], venues = [], outlets = [] }) => [...customers, ...venues, ...outlets]),
  );
  const names = new Map<string, string>();
  if (wanted.size === 0) return [];
  for (const { id, name } of network.customers) if (wanted.has(id)) names.set(id, name);
  for (const holding of standingHoldings(network)) {
    const { venue, outlet, customer } = holding;
    if (wanted.has(venue.id)) names.set(venue.id, `${customer.name} > ${venue.name}`);
    if (wanted.has(outlet.id)) names.set(outlet.id, outletNameWithEui(outlet));
  }
  return [...names].map(([id, name]) => ({ id, name }));
}
