import type { ReportDimension } from '#contract/reports.ts';
import { outletName } from '#domain/eui.ts';
import { isInArea, readMapArea } from '#domain/map-area.ts';
import { placeOf } from '../../figures/project/shown-holding.ts';
import type { CellColumn, Groups, OutletRun, Pair } from '../../figures/query/cells-question.ts';
import { groupColumn, MOST_RUNS, runsOf } from '../../figures/query/outlet-runs.ts';
import type { Question } from '../../figures/query/question.ts';
import type { HostedOutlets } from '../../figures/read/first-events-queries.ts';
import { AppError } from '../../http/app-error.ts';
import { forEachChunked, mapChunked, runAtLowPriority } from '../../memory/chunked.ts';
import { createIdentityMemo } from '../../memory/memoize-by-identity.ts';
import type { Holding } from '../../network/snapshot/network-parts.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import type { ReportFilters } from './report-query.ts';

export type Label = { readonly id: string; readonly label: string };

/** Returns the key that identifies a row in a report. No id contains a zero character. */
export const rowKey = (of: readonly Label[]): string => of.map(({ id }) => id).join('\0');

const PLACES = ['customer', 'venue', 'venue_type', 'state', 'outlet'] as const;
export type PlaceDimension = (typeof PLACES)[number];
export const isPlace = (dimension: ReportDimension): dimension is PlaceDimension =>
  PLACES.some((place) => place === dimension);

const OF_HOLDING: Readonly<Record<Exclude<PlaceDimension, 'customer'>, (holding: Holding) => Label>> = {
  venue: ({ venue }) => ({ id: venue.id, label: venue.name }),
  venue_type: ({ venue }) => ({ id: venue.type, label: venue.type }),
  state: ({ venue }) => ({ id: venue.state, label: venue.state }),
  outlet: ({ outlet }) => ({ id: outlet.eui, label: outletName(outlet) }),
};

/** The label for an unknown place, and for events without a sponsor. */
export const NOTHING: Label = { id: '', label: '' };

function outletLabel({ outletByKey }: Network, key: number): Label {
  const outlet = outletByKey.get(key);
  return outlet === undefined ? NOTHING : { id: outlet.eui, label: outletName(outlet) };
}

/** Returns the label for a customer's outlet, at the last venue where that customer had the outlet. */
export function placeLabel(network: Network, dimension: PlaceDimension, { customerKey, outletKey }: Pair): Label {
  if (dimension === 'customer') {
    const customer = network.customerByKey.get(customerKey);
    return customer === undefined ? NOTHING : { id: customer.id, label: customer.name };
  }
  const holding = network.holdings.get(customerKey)?.get(outletKey);
  if (holding !== undefined) return OF_HOLDING[dimension](holding);
  const outlet = dimension === 'outlet' ? network.outletByKey.get(outletKey) : undefined;
  return outlet === undefined ? NOTHING : { id: outlet.eui, label: outlet.eui };
}

/**
 * Returns a check of whether the map shows a customer's outlet in one of the areas. An outlet without a known place is
 * in no area.
 */
function areaFilter(network: Network, areas: readonly string[]): (pair: Pair) => boolean {
  const boxes = areas.flatMap((area) => readMapArea(area) ?? []);
  return ({ customerKey, outletKey }) => {
    const holding = network.holdings.get(customerKey)?.get(outletKey);
    if (holding === undefined) return false;
    const place = placeOf(holding);
    return place.located && boxes.some((box) => isInArea(box, place));
  };
}

/** Returns a check of whether a customer's outlet matches the filters; null if the filters contain no place. */
export function placeFilter(network: Network, filters: ReportFilters): ((pair: Pair) => boolean) | null {
  const asked = PLACES.flatMap((place) => {
    const values = filters[place];
    return values === undefined ? [] : [{ place, values: new Set(values) }];
  });
  const isInside = filters.area === undefined ? null : areaFilter(network, filters.area);
  if (asked.length === 0) return isInside;
  return (pair) =>
    asked.every(({ place, values }) => values.has(placeLabel(network, place, pair).id)) && isInside?.(pair) !== false;
}

/** Returns the outlets in scope, with their current and former owners. */
export async function pairsInScope(
  network: Network,
  { scope, customerKey }: Question,
  hosted: HostedOutlets | null,
  isAsked: (pair: Pair) => boolean,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  const only = scope.kind === 'owner' ? scope.customerKey : customerKey;
  const take = (holder: number, outletKey: number) => {
    const pair = { customerKey: holder, outletKey };
    if (isAsked(pair)) pairs.push(pair);
  };
  for (const [holder, outlets] of hosted ?? network.holdings) {
    if (only !== null && holder !== only) continue;
    await runAtLowPriority(forEachChunked(outlets.keys(), (outletKey) => take(holder, outletKey)));
  }
  return pairs;
}

/** Throws if a query has too many runs of outlets. */
export function notTooMany(runs: OutletRun[]): OutletRun[] {
  if (runs.length <= MOST_RUNS) return runs;
  throw new AppError(
    'invalid',
    'The filter matches too many separate outlets. Filter by customer, or omit times and campaigns.',
  );
}

/** Columns that separate places in the events store, and labels for a row's keys in the order of the dimensions. */
export type PlaceColumns = {
  readonly columns: readonly CellColumn[];
  readonly labelsOf: (keys: readonly string[]) => readonly Label[];
};

/**
 * Returns the columns for places. Outlets have columns of their own. Coarser places become numbers, so that visitors
 * are counted once per place. `wholeOf` is the object whose outlets the pairs cover completely: the network, or an
 * advertiser's outlets. Null if they cover only part of it.
 */
export async function placeColumns(
  network: Network,
  dimensions: readonly PlaceDimension[],
  {
    pairs,
    isOfManyHolders,
    wholeOf,
  }: { pairs: () => Promise<readonly Pair[]>; isOfManyHolders: boolean; wholeOf: object | null },
): Promise<PlaceColumns> {
  if (dimensions.length === 0) return { columns: [], labelsOf: () => [] };
  // Ignores the owner, because the visitors of two owners cannot be added up.
  if (isOfManyHolders && dimensions.every((dimension) => dimension === 'outlet'))
    return { columns: [{ by: 'outlet' }], labelsOf: ([outlet]) => [outletLabel(network, Number(outlet))] };
  const labelsOfPair = (pair: Pair) => dimensions.map((dimension) => placeLabel(network, dimension, pair));
  if (dimensions.includes('outlet')) {
    return {
      columns: [{ by: 'customer' }, { by: 'outlet' }],
      labelsOf: ([customer, outlet]) => labelsOfPair({ customerKey: Number(customer), outletKey: Number(outlet) }),
    };
  }
  if (dimensions.every((dimension) => dimension === 'customer')) {
    return {
      columns: [{ by: 'customer' }],
      labelsOf: ([customer]) => labelsOfPair({ customerKey: Number(customer), outletKey: 0 }),
    };
  }
  const numberAll = async () => numbered(network, dimensions, await pairs());
  const { groups, labels } = await (wholeOf === null
    ? numberAll()
    : numberedOnce([network, wholeOf], dimensions, numberAll));
  return { columns: [groups], labelsOf: ([group]) => labels[Number(group)] ?? dimensions.map(() => NOTHING) };
}

/** `labels` has each group's labels, by the group's number. Number 0 is for pairs in no group. */
type Numbered = { readonly groups: Groups; readonly labels: readonly (readonly Label[])[] };

/**
 * Caches the groups of all outlets. Every report uses them, and they stay the same until the network or its outlets
 * change.
 */
const known = createIdentityMemo<Map<string, Promise<Numbered>>>();

function numberedOnce(
  of: readonly object[],
  dimensions: readonly PlaceDimension[],
  number: () => Promise<Numbered>,
): Promise<Numbered> {
  const made = known(of, () => new Map());
  const key = dimensions.join();
  const numbers = made.get(key) ?? number();
  made.set(key, numbers);
  return numbers;
}

async function numbered(
  network: Network,
  dimensions: readonly PlaceDimension[],
  pairs: readonly Pair[],
): Promise<Numbered> {
  const labels: (readonly Label[])[] = [dimensions.map(() => NOTHING)];
  const numbers = new Map<string, number>();
  const inGroup = (pair: Pair) => {
    const own = dimensions.map((dimension) => placeLabel(network, dimension, pair));
    const key = rowKey(own);
    const group = numbers.get(key) ?? labels.push(own) - 1;
    numbers.set(key, group);
    return { ...pair, group };
  };
  const runs = notTooMany(await runAtLowPriority(runsOf(await runAtLowPriority(mapChunked(pairs, inGroup)))));
  return { groups: groupColumn(runs), labels };
}
