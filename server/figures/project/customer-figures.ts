import type { Scope } from '#domain/role.ts';
import { ratingOf } from '#domain/usage.ts';
import { createKeptWith } from '../../memory/kept-with.ts';
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

/** One card: a customer, its outlets in the order of their EUI, and their sums. */
export type CustomerFigures = {
  readonly customer: NetworkCustomer;
  readonly total: Sums;
  readonly today: Sums;
  readonly rating: number | null;
  /** How many of the outlets count as its own now: `countStanding`. */
  readonly standing: number;
  readonly outlets: readonly OutletFigures[];
};

/** Sums by customer and outlet; for an advertiser also the outlets where its campaigns ever ran. */
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
 * The outlets a customer's card shows: those it holds now, and former ones as long as events of the range (or of
 * today) were recorded for it there, so that a card's figures are always the sums of its outlets' and lose no event. An
 * advertiser's card shows the outlets where its campaigns ever ran.
 */
export const assembleOutlets = (network: Network, scope: Scope, customer: NetworkCustomer, read: ReadFigures) =>
  assembledOnce([network, customer, read.table.get(customer.key) ?? NOTHING, read.hosted ?? NOTHING], () =>
    joinOutlets(network, scope, customer, read),
  );

const assembledOnce = createKeptWith<readonly OutletFigures[]>();
/** Stands for "none" where something is kept by the objects that it was made of. */
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

/** An outlet with its own of a customer's figures. */
export function figuresOf(holding: Holding, figures: ReadonlyMap<number, FigureSet> | undefined): OutletFigures {
  const { total, today, ratedBurns, ratedViews } = figures?.get(holding.outlet.key) ?? NO_FIGURES;
  return { holding, total, today, rating: ratingOf(ratedBurns, ratedViews) };
}

/** Outlets that stand at the customer's now, as on the map; to an advertiser, those where its campaigns ever ran. */
export function countStanding(
  network: Network,
  scope: Scope,
  customerKey: number,
  hosted: HostedOutlets | null,
): number {
  if (scope.kind === 'advertiser') return hosted?.get(customerKey)?.size ?? 0;
  return network.holdings.get(customerKey)?.standing ?? 0;
}

/** Assembles each card once, for as long as its network and its own figures stay the same objects. */
export function createCards(): typeof assembleCustomer {
  const kept = createKeptWith<CustomerFigures>();
  return (network, scope, customer, read) =>
    kept([network, customer, read.table.get(customer.key) ?? NOTHING, read.hosted ?? NOTHING], () =>
      assembleCustomer(network, scope, customer, read),
    );
}

/** A card without its outlets, which nobody looks at one by one. */
export const cardWithout = (
  network: Network,
  scope: Scope,
  customer: NetworkCustomer,
  read: ReadFigures,
): CustomerFigures => ({ ...sumOfCard(network, scope, customer, read), outlets: [] });

/** One customer's card. Its rating is the views-weighted mean of its outlets': all burns over all views. */
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
