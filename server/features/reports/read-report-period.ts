import { REPORT_DIMENSIONS, REPORT_FILTERS, type ReportDimension, type ReportFilter } from '#contract/reports.ts';
import { flightName } from '#domain/flight-name.ts';
import { isOfOutlets } from '#domain/report-dimensions.ts';
import { isEventSum, type ReportSum, sumsOf, UPTIME_SUMS } from '#domain/report-metrics.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { CellColumn, CellFilters, CellsQuestion, Pair } from '../../figures/query/cells-question.ts';
import { heldRuns } from '../../figures/query/outlet-runs.ts';
import type { Question } from '../../figures/query/question.ts';
import { stampsOf } from '../../figures/query/time-range.ts';
import type { CellRow } from '../../figures/read/cells-queries.ts';
import { ALL_SUMS, SUM_SQL } from '../../figures/read/event-sums.ts';
import { addSums, hasEvents, NO_SUMS, OUTLET_SUMS, type Sums } from '../../figures/read/sums.ts';
import { forEachChunked, runAtLowPriority } from '../../memory/chunked.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { type Cell, type Cells, cellsOf } from './report-cell.ts';
import {
  isPlace,
  type Label,
  NOTHING,
  notTooMany,
  pairsInScope,
  placeColumns,
  placeFilter,
  placeLabel,
  rowKey,
} from './report-places.ts';
import { isTime, type ReportQuery } from './report-query.ts';
import { keysOfCampaigns, namesOfCampaigns } from './reports-queries.ts';
import { type TimeBuckets, timeBuckets } from './time-buckets.ts';

/** Converts the ids in filters to store keys. Unknown ids have no key, so they match nothing. */
async function plainFilters(
  { accounts }: Pick<Dependencies, 'accounts'>,
  network: Network,
  { filters }: ReportQuery,
): Promise<CellFilters> {
  const { advertiser, campaign, customer, flight, reason } = filters;
  const keysOf = (ids: readonly string[]) =>
    ids.flatMap((id) => (id === '' ? [0] : (network.customerById.get(id)?.key ?? [])));
  const flightsOf = (codes: readonly string[]) => {
    const wanted = new Set(codes);
    const known = [...network.flightCode].filter(([, code]) => wanted.has(code)).map(([key]) => key);
    return wanted.has('') ? [0, ...known] : known;
  };
  const campaignsOf = async (ids: readonly string[]) => [
    ...(ids.includes('') ? [0] : []),
    ...(await keysOfCampaigns(accounts, ids)).map(({ key }) => key),
  ];
  return {
    ...(customer === undefined ? {} : { customers: keysOf(customer) }),
    ...(advertiser === undefined ? {} : { advertisers: keysOf(advertiser) }),
    ...(campaign === undefined ? {} : { campaigns: await campaignsOf(campaign) }),
    ...(flight === undefined ? {} : { flights: flightsOf(flight) }),
    ...(reason === undefined ? {} : { reasons: reason.map((one) => (one === '' ? 'none' : one)) }),
  };
}

export type Reading = Pick<Dependencies, 'accounts' | 'figures' | 'now'>;

export type ReportRow = { readonly of: readonly Label[]; readonly cell: Cell };

/** A report for one period, before it is sorted and displayed. */
export type ReportPeriod = {
  /** Keyed by the labels' ids. */
  readonly rows: ReadonlyMap<string, ReportRow>;
  readonly total: Cell;
  /** The buckets for each time dimension. */
  readonly buckets: ReadonlyMap<ReportDimension, TimeBuckets>;
  /** Whether visitors were requested, but are no longer stored for the entire range. */
  readonly lacksVisitors: boolean;
  /** Whether uptime was requested for days whose contacts are no longer stored. */
  readonly lacksContacts: boolean;
};

/** A way to read sums, and what it supports. */
type Reader = {
  readonly name: string;
  readonly sums: readonly ReportSum[];
  readonly dimensions: readonly (ReportDimension | ReportFilter)[];
  /** Whether it knows when events arrived. */
  readonly knowsArrivals: boolean;
  readonly read: (reading: Reading, network: Network, question: Question, asked: ReportQuery) => Promise<ReportPeriod>;
};

/** Cheapest first. */
const READERS: readonly Reader[] = [
  {
    name: 'sums by outlet',
    sums: OUTLET_SUMS,
    dimensions: [...REPORT_DIMENSIONS, ...REPORT_FILTERS].filter(isOfOutlets),
    knowsArrivals: false,
    read: readPlaces,
  },
  {
    name: 'cells',
    sums: [...ALL_SUMS, 'visitors'],
    dimensions: [...REPORT_DIMENSIONS, ...REPORT_FILTERS],
    knowsArrivals: true,
    read: readCells,
  },
];

/** Returns the first reader that has all of the report's sums and dimensions. Throws if there is none. */
export function readerFor({ knownOn }: Question, asked: ReportQuery): Reader {
  const needed = sumsOf(asked.metrics).filter((sum) => !UPTIME_SUMS.includes(sum));
  const words = [...asked.dimensions, ...(Object.keys(asked.filters) as ReportFilter[])];
  const reader = READERS.find(
    ({ dimensions, knowsArrivals, sums }) =>
      needed.every((sum) => sums.includes(sum)) &&
      words.every((word) => dimensions.includes(word)) &&
      (knowsArrivals || knownOn === undefined),
  );
  if (reader === undefined) throw new Error(`No reader has ${[...needed, ...words].join(', ')}.`);
  return reader;
}

/** Reads one period of a report. */
export const readReportPeriod = async (
  reading: Reading,
  question: Question,
  asked: ReportQuery,
): Promise<ReportPeriod> => readerFor(question, asked).read(reading, await reading.figures.network(), question, asked);

const needsInvalid = ({ dimensions, filters, metrics }: ReportQuery) =>
  dimensions.includes('reason') ||
  filters.reason !== undefined ||
  sumsOf(metrics).some((sum) => isEventSum(sum) && SUM_SQL[sum].readsInvalid);
const needsVisitors = ({ metrics }: ReportQuery) => sumsOf(metrics).includes('visitors');

/** Filters on properties of outlets, except the customer, because events have a customer column. */
const FILTERS_OF_OUTLETS = REPORT_FILTERS.filter((filter) => isOfOutlets(filter) && filter !== 'customer');

async function readPlaces(
  { figures }: Reading,
  network: Network,
  question: Question,
  { dimensions, filters, metrics }: ReportQuery,
): Promise<ReportPeriod> {
  const keys = question.customerKey === null ? null : [question.customerKey];
  const { table } = await figures.outletSums(question, keys);
  const isAsked = placeFilter(network, filters);
  const cells = cellsOf(metrics);
  const rows = new Map<string, ReportRow>();
  const places = dimensions.filter(isPlace);
  let total = NO_SUMS;
  for (const [customerKey, outlets] of table) {
    const add = ([outletKey, { total: sums }]: [number, { total: Sums }]) => {
      const pair: Pair = { customerKey, outletKey };
      if (!hasEvents(sums) || isAsked?.(pair) === false) return;
      const of = places.map((place) => placeLabel(network, place, pair));
      total = addSums(total, sums);
      addTo(rows, of, cells.pick(sums), cells);
    };
    await runAtLowPriority(forEachChunked(outlets, add));
  }
  return { rows, total: cells.pick(total), buckets: new Map(), lacksVisitors: false, lacksContacts: false };
}

function addTo(rows: Map<string, ReportRow>, of: readonly Label[], cell: Cell, cells: Cells): void {
  const key = rowKey(of);
  const known = rows.get(key);
  rows.set(key, { of, cell: known === undefined ? cell : cells.add(known.cell, cell) });
}

/** The columns for one dimension, or for all places together, and the labels for a row's keys in these columns. */
type Part = {
  readonly dimensions: readonly ReportDimension[];
  readonly columns: readonly CellColumn[];
  readonly labelsOf: (keys: readonly string[]) => readonly Label[];
};

async function readCells(
  reading: Reading,
  network: Network,
  question: Question,
  asked: ReportQuery,
): Promise<ReportPeriod> {
  const { figures } = reading;
  const { buckets, filters, parts } = await prepare(reading, network, question, asked);
  const cells = cellsOf(asked.metrics);
  const cellsQuestion: CellsQuestion = {
    scope: question.scope,
    customerKey: question.customerKey,
    range: question.range,
    columns: parts.flatMap(({ columns }) => columns),
    filters,
    withInvalid: needsInvalid(asked),
    knownOn: question.knownOn ?? null,
  };
  const withVisitors = needsVisitors(asked);
  const [found, visitors, allVisitors] = await Promise.all([
    figures.cells(cellsQuestion),
    withVisitors ? figures.visitors(cellsQuestion) : [],
    withVisitors ? figures.visitors({ ...cellsQuestion, columns: [] }) : [],
  ]);
  const visitorsOf = new Map(visitors?.map((row) => [row.of.join('\0'), row.visitors]));
  const labelsOf = labeller(asked.dimensions, parts, await campaignLabels(reading, parts, found));
  const rows = new Map<string, ReportRow>();
  const total = cells.total();
  const add = (row: CellRow) => {
    const known = withVisitors && visitors !== null ? (visitorsOf.get(row.of.join('\0')) ?? 0) : null;
    const cell = cells.pick(row, known);
    total.add(cell);
    addTo(rows, labelsOf(row.of), cell, cells);
  };
  await runAtLowPriority(forEachChunked(found, add));
  const lacksVisitors = withVisitors && visitors === null;
  const all = lacksVisitors || !withVisitors ? null : (allVisitors?.[0]?.visitors ?? 0);
  return { rows, total: cells.pick(total.sum(), all), buckets, lacksVisitors, lacksContacts: false };
}

/** Returns a function that gives the labels for a row's keys, in the order of the dimensions. */
export function labeller(
  dimensions: readonly ReportDimension[],
  parts: readonly Part[],
  campaigns: ReadonlyMap<string, Label>,
): (keys: readonly string[]) => readonly Label[] {
  let from = 0;
  const places = parts.map((part) => {
    const [first, next] = [from, from + part.columns.length];
    from = next;
    // Caches labels, because a hundred thousand rows share some hundreds of times and campaigns.
    const known = new Map<string, readonly Label[]>();
    return (keys: readonly string[]): readonly Label[] => {
      const own = keys.slice(first, next);
      const name = own.join('\0');
      const labels = known.get(name) ?? part.labelsOf(own);
      known.set(name, labels);
      return labels;
    };
  });
  const cells = dimensions.map((dimension) => {
    const part = parts.findIndex((one) => one.dimensions.includes(dimension));
    return { part, index: parts[part]?.dimensions.indexOf(dimension) ?? 0, isCampaign: dimension === 'campaign' };
  });
  const keyOfCampaign = parts
    .slice(0, Math.max(0, cells.find(({ isCampaign }) => isCampaign)?.part ?? 0))
    .reduce((sum, { columns }) => sum + columns.length, 0);
  return (keys) => {
    const labels = places.map((labelsOf) => labelsOf(keys));
    return cells.map(({ part, index, isCampaign }) => {
      const label = isCampaign ? campaigns.get(keys[keyOfCampaign] ?? '') : labels[part]?.[index];
      return label ?? NOTHING;
    });
  };
}

/** Reads the names of the rows' campaigns, by campaign key as text. */
async function campaignLabels(
  { accounts }: Reading,
  parts: readonly Part[],
  rows: readonly { readonly of: readonly string[] }[],
): Promise<ReadonlyMap<string, Label>> {
  const before = parts.findIndex(({ dimensions }) => dimensions[0] === 'campaign');
  if (before < 0) return new Map();
  const at = parts.slice(0, before).reduce((sum, { columns }) => sum + columns.length, 0);
  const keys = new Set(rows.map(({ of }) => Number(of[at])));
  const found = await namesOfCampaigns(accounts, [...keys]);
  return new Map(found.map(({ id, key, name }) => [String(key), { id, label: name }]));
}

/**
 * Resolves the report's dimensions to columns and labels, and its filters to event-store filters. Throws if the
 * filters match too many outlets.
 */
export async function prepare(reading: Reading, network: Network, question: Question, asked: ReportQuery) {
  const { figures } = reading;
  const { dimensions, filters } = asked;
  const places = dimensions.filter(isPlace);
  const isAsked = placeFilter(network, filters);
  const filtersPlaces = FILTERS_OF_OUTLETS.some((filter) => filters[filter] !== undefined);
  const groupsPlaces = !places.includes('outlet') && places.some((place) => place !== 'customer');
  const hosted = filtersPlaces || groupsPlaces ? ((await figures.campaignOutlets(question.scope))?.all ?? null) : null;
  const pairs = () => pairsInScope(network, question, hosted, isAsked ?? (() => true));
  const buckets = await bucketsOf(reading, question, dimensions);
  const parts: Part[] = [];
  const isOfManyHolders = question.scope.kind !== 'owner' && question.customerKey === null;
  const wholeOf = isOfManyHolders && isAsked === null ? (hosted ?? network) : null;
  if (places.length > 0)
    parts.push({ dimensions: places, ...(await placeColumns(network, places, { pairs, isOfManyHolders, wholeOf })) });
  for (const dimension of dimensions) {
    if (isPlace(dimension)) continue;
    const time = buckets.get(dimension);
    parts.push(time === undefined ? plainPart(network, dimension) : timePart(dimension, time));
  }
  const cellFilters = {
    ...(await plainFilters(reading, network, asked)),
    ...(filtersPlaces ? { outletsHeld: notTooMany(await runAtLowPriority(heldRuns(await pairs()))) } : {}),
  };
  return { buckets, filters: cellFilters, parts };
}

const timePart = (dimension: ReportDimension, { column, labelOf }: TimeBuckets): Part => ({
  dimensions: [dimension],
  columns: [column],
  labelsOf: ([key = '']) => [{ id: labelOf(key), label: labelOf(key) }],
});

function plainPart(network: Network, dimension: ReportDimension): Part {
  const part = (by: 'advertiser' | 'campaign' | 'flight' | 'reason', labelOf: (key: string) => Label): Part => ({
    dimensions: [dimension],
    columns: [{ by }],
    labelsOf: ([key = '']) => [labelOf(key)],
  });
  if (dimension === 'reason') return part('reason', (key) => (key === 'none' ? NOTHING : { id: key, label: key }));
  if (dimension === 'campaign') return part('campaign', () => NOTHING);
  if (dimension === 'flight') {
    return part('flight', (key) => {
      const code = network.flightCode.get(Number(key)) ?? '';
      return { id: code, label: flightName({ code, label: network.flightLabel.get(Number(key)) ?? '' }) };
    });
  }
  return part('advertiser', (key) => {
    const customer = network.customerByKey.get(Number(key));
    return customer === undefined ? NOTHING : { id: customer.id, label: customer.name };
  });
}

async function bucketsOf(
  { figures, now }: Reading,
  question: Question,
  dimensions: readonly ReportDimension[],
): Promise<Map<ReportDimension, TimeBuckets>> {
  const times = dimensions.filter(isTime);
  const buckets = new Map<ReportDimension, TimeBuckets>();
  if (times.length === 0) return buckets;
  const { range } = question;
  const { zone, daysOf } = await figures.clockOf(question);
  const stamps = stampsOf(range);
  const asked = {
    fromMs: range.startMs ?? (await figures.firstReportedAt(question)),
    toMs: range.endMs,
    days: stamps ?? range.days ?? null,
    zone,
    isStamped: daysOf === 'venue' || daysOf === 'venues',
    nowMs: now(),
  };
  for (const time of times) buckets.set(time, timeBuckets(time, asked));
  return buckets;
}
