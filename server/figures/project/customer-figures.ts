import type { Scope } from '#domain/role.ts';
import { ratingOf } from '#domain/usage.ts';
import { createIdentityMemo } from '../../memory/memoize-by-identity.ts';
import type { Holding, NetworkCustomer, NetworkVenue } from '../../network/snapshot/network-parts.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { addUp, type FigureTable } from '../read/figure-table.ts';
import type { HostedOutlets } from '../read/first-events-queries.ts';
import { type FigureSet, hasEvents, NO_FIGURES, type Sums } from '../read/sums.ts';

export type OutletFigures = {
  readonly holding: Holding;
  readonly total: Sums;
  readonly today: Sums;
  /** 0 to 100; null without views in the last 30 days. */
  readonly rating: number | null;
};

/** A card: a customer, its outlets sorted by EUI, and their sums. */
export type CustomerFigures = {
  readonly customer: NetworkCustomer;
  readonly total: Sums;
  readonly today: Sums;
  readonly rating: number | null;
  /** Number of outlets, see `countStanding`. */
  readonly standing: number;
  readonly outlets: readonly OutletFigures[];
};

/** Sums by customer and outlet, and, for an advertiser, the outlets where its campaigns ever ran. */
export type ReadFigures = {
  readonly table: FigureTable;
  readonly hosted: HostedOutlets | null;
};

const UNKNOWN_VENUE: NetworkVenue = {
  id: '',
  name: '',
  nameKey: '',
  findKey: '',
  type: '',
  state: '',
  timeZone: 'UTC',
  lat: null,
  lng: null,
};

/**
 * Returns the outlets on a customer's card: current outlets, and former outlets with events for this customer in the
 * range or today. A card's figures are therefore always the sums of its outlets' figures and miss no event. For an
 * advertiser, returns the outlets where its campaigns ever ran.
 */
export const assembleOutlets = (network: Network, scope: Scope, customer: NetworkCustomer, read: ReadFigures) =>
  assembledOnce([network, customer, read.table.get(customer.key) ?? NOTHING, read.hosted ?? NOTHING], () =>
    joinOutlets(network, scope, customer, read),
  );

const assembledOnce = createIdentityMemo<readonly OutletFigures[]>();
/** Key object that represents "none" in identity memos. */
const NOTHING = {};

function joinOutlets(
  network: Network,
  scope: Scope,
  customer: NetworkCustomer,
  { table, hosted }: ReadFigures,
): OutletFigures[] {
  const figures = table.get(customer.key) ?? new Map<number, FigureSet>();
  const holdings = network.holdings.get(customer.key);
  const listed: Holding[] = [];
  for (const holding of holdings?.values() ?? []) {
    const { total, today } = figures.get(holding.outlet.key) ?? NO_FIGURES;
    const isOwn =
      scope.kind === 'advertiser' ? hosted?.get(customer.key)?.has(holding.outlet.key) : holding.endedAt === null;
    if (isOwn || hasEvents(total) || hasEvents(today)) listed.push(holding);
  }
  const strays = [...figures.keys()].filter((outletKey) => holdings?.has(outletKey) !== true);
  for (const outletKey of strays) {
    const outlet = network.outletByKey.get(outletKey);
    if (outlet !== undefined) listed.push({ outlet, customer, venue: UNKNOWN_VENUE, endedAt: 0 });
  }
  return listed.map((holding) => figuresOf(holding, figures));
}

/** Returns an outlet with its part of a customer's figures. */
export function figuresOf(holding: Holding, figures: ReadonlyMap<number, FigureSet> | undefined): OutletFigures {
  const { total, today, ratedBurns, ratedViews } = figures?.get(holding.outlet.key) ?? NO_FIGURES;
  return { holding, total, today, rating: ratingOf(ratedBurns, ratedViews) };
}

/**
 * Counts the outlets that the customer holds now, as on the map. For an advertiser, counts the outlets where its
 * campaigns ever ran.
 */
export function countStanding(
  network: Network,
  scope: Scope,
  customerKey: number,
  hosted: HostedOutlets | null,
): number {
  if (scope.kind === 'advertiser') return hosted?.get(customerKey)?.size ?? 0;
  return network.holdings.get(customerKey)?.standing ?? 0;
}

/** Creates a function that memoizes each card until its network or its figures are different objects. */
export function createCards(): typeof assembleCustomer {
  const kept = createIdentityMemo<CustomerFigures>();
  return (network, scope, customer, read) =>
    kept([network, customer, read.table.get(customer.key) ?? NOTHING, read.hosted ?? NOTHING], () =>
      assembleCustomer(network, scope, customer, read),
    );
}

/** Returns a card without its outlets, for callers that do not list outlets. */
export const cardWithout = (
  network: Network,
  scope: Scope,
  customer: NetworkCustomer,
  read: ReadFigures,
): CustomerFigures => ({ ...sumOfCard(network, scope, customer, read), outlets: [] });

/**
 * Returns a customer's card. The card's rating is the mean of its outlets' ratings, weighted by views: all burns
 * divided by all views.
 */
function assembleCustomer(
  network: Network,
  scope: Scope,
  customer: NetworkCustomer,
  read: ReadFigures,
): CustomerFigures {
  return { ...sumOfCard(network, scope, customer, read), outlets: assembleOutlets(network, scope, customer, read) };
}

function sumOfCard(
  network: Network,
  scope: Scope,
  customer: NetworkCustomer,
  read: ReadFigures,
): Omit<CustomerFigures, 'outlets'> {
  const figures = read.table.get(customer.key);
  const sum = figures === undefined ? NO_FIGURES : addUp(figures);
  return {
    customer,
    total: sum.total,
    today: sum.today,
    rating: ratingOf(sum.ratedBurns, sum.ratedViews),
    standing: countStanding(network, scope, customer.key, read.hosted),
  };
}
