import { REPORT_FILTERS, type ReportDimension, type ReportFilter } from '#contract/reports.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { CellColumn, CellsQuestion, Pair } from '../../figures/asked/cells-question.ts';
import { heldRuns } from '../../figures/asked/outlet-runs.ts';
import type { Question } from '../../figures/asked/question.ts';
import { stampsOf } from '../../figures/asked/time-range.ts';
import type { CellRow } from '../../figures/read/cells-queries.ts';
import { addSums, hasEvents, NO_SUMS, type Sums } from '../../figures/read/sums.ts';
import { eachOf, inTurns } from '../../memory/in-slices.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { type AskedReport, isTime } from './asked-report.ts';
import { isOfOutlets } from './of-outlets.ts';
import { plainFilters } from './plain-filters.ts';
import { addCell, type Cell, NO_CELL } from './report-cell.ts';
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
import { namesOfCampaigns } from './reports-queries.ts';
import { type TimeBuckets, timeBuckets } from './time-buckets.ts';

export type Reading = Pick<Dependencies, 'accounts' | 'figures' | 'now'>;

export type SideRow = { readonly of: readonly Label[]; readonly cell: Cell };

/** A report of one period, before it is ordered and shown. */
export type Side = {
  /** By the ids of the labels. */
  readonly rows: ReadonlyMap<string, SideRow>;
  readonly total: Cell;
  /** Of each dimension that is a time. */
  readonly buckets: ReadonlyMap<ReportDimension, TimeBuckets>;
  /** Visitors were asked for, and are kept no longer for all of the range. */
  readonly lacksVisitors: boolean;
  /** Uptime was asked for of days whose contacts are kept no longer. */
  readonly lacksContacts: boolean;
};

/** Reads one period: by outlet out of what the dashboard keeps, if that tells all that is asked, else out of the events. */
export async function readSide(reading: Reading, question: Question, asked: AskedReport): Promise<Side> {
  const network = await reading.figures.network();
  // What the dashboard keeps does not know when events arrived.
  return question.knownOn === undefined && isOfPlaces(asked)
    ? readPlaces(reading, network, question, asked)
    : readCells(reading, network, question, asked);
}

const needsInvalid = ({ dimensions, filters, metrics }: AskedReport) =>
  dimensions.includes('reason') ||
  filters.reason !== undefined ||
  metrics.some((metric) => /(gross|invalid)_views$/.test(metric));
const needsPlays = ({ metrics }: AskedReport) => metrics.some((metric) => metric.startsWith('unsigned_'));
const needsVisitors = ({ metrics }: AskedReport) =>
  metrics.some((metric) => metric === 'visitors' || metric === 'views_per_visitor');

/** A customer is a column of the events. */
const FILTERS_OF_OUTLETS = REPORT_FILTERS.filter((filter) => isOfOutlets(filter) && filter !== 'customer');

const isOfPlaces = (asked: AskedReport) =>
  !needsInvalid(asked) &&
  !needsVisitors(asked) &&
  !needsPlays(asked) &&
  asked.dimensions.every(isPlace) &&
  (Object.keys(asked.filters) as ReportFilter[]).every(isOfOutlets);

async function readPlaces(
  { figures }: Reading,
  network: Network,
  question: Question,
  { dimensions, filters }: AskedReport,
): Promise<Side> {
  const keys = question.customerKey === null ? null : [question.customerKey];
  const { table } = await figures.outletSums(question, keys);
  const isAsked = placeFilter(network, filters);
  const rows = new Map<string, SideRow>();
  const places = dimensions.filter(isPlace);
  let total = NO_SUMS;
  for (const [customerKey, outlets] of table) {
    const add = ([outletKey, { total: sums }]: [number, { total: Sums }]) => {
      const pair: Pair = { customerKey, outletKey };
      if (!hasEvents(sums) || isAsked?.(pair) === false) return;
      const of = places.map((place) => placeLabel(network, place, pair));
      total = addSums(total, sums);
      addTo(rows, of, { ...NO_CELL, ...sums, allViews: sums.views });
    };
    await inTurns(eachOf(outlets, add));
  }
  const all = { ...NO_CELL, ...total, allViews: total.views };
  return { rows, total: all, buckets: new Map(), lacksVisitors: false, lacksContacts: false };
}

function addTo(rows: Map<string, SideRow>, of: readonly Label[], cell: Cell): void {
  const key = rowKey(of);
  const known = rows.get(key);
  rows.set(key, { of, cell: known === undefined ? cell : addCell(known.cell, cell) });
}

/** Columns of one dimension, or of all places together, and the labels of a row's keys in them. */
type Part = {
  readonly dimensions: readonly ReportDimension[];
  readonly columns: readonly CellColumn[];
  readonly labelsOf: (keys: readonly string[]) => readonly Label[];
};

async function readCells(reading: Reading, network: Network, question: Question, asked: AskedReport): Promise<Side> {
  const { figures } = reading;
  const { buckets, filters, parts } = await prepare(reading, network, question, asked);
  const cells: CellsQuestion = {
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
    figures.cells(cells),
    withVisitors ? figures.visitors(cells) : [],
    withVisitors ? figures.visitors({ ...cells, columns: [] }) : [],
  ]);
  const visitorsOf = new Map(visitors?.map((row) => [row.of.join('\0'), row.visitors]));
  const labelsOf = labeller(asked.dimensions, parts, await campaignLabels(reading, parts, found));
  const rows = new Map<string, SideRow>();
  let total = NO_CELL;
  const add = (row: CellRow) => {
    const known = withVisitors && visitors !== null ? (visitorsOf.get(row.of.join('\0')) ?? 0) : null;
    const { of: _, ...sums } = row;
    const cell = { ...sums, visitors: known, servedMs: 0, upMs: 0 };
    total = addCell(total, cell);
    addTo(rows, labelsOf(row.of), cell);
  };
  await inTurns(eachOf(found, add));
  const lacksVisitors = withVisitors && visitors === null;
  const all = lacksVisitors || !withVisitors ? null : (allVisitors?.[0]?.visitors ?? 0);
  return { rows, total: { ...total, visitors: all }, buckets, lacksVisitors, lacksContacts: false };
}

/** Tells the labels of a row's keys, in the order of the dimensions. */
export function labeller(
  dimensions: readonly ReportDimension[],
  parts: readonly Part[],
  campaigns: ReadonlyMap<string, Label>,
): (keys: readonly string[]) => readonly Label[] {
  let from = 0;
  const places = parts.map((part) => {
    const [first, next] = [from, from + part.columns.length];
    from = next;
    // A hundred thousand rows share some hundred times and campaigns.
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

/** Names of the campaigns that the rows are of, by their numbers as text. */
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

/** Columns and labels of the dimensions, and what the filters mean to the events store. */
export async function prepare(reading: Reading, network: Network, question: Question, asked: AskedReport) {
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
  const isWhole = isOfManyHolders && hosted === null && isAsked === null;
  if (places.length > 0)
    parts.push({ dimensions: places, ...(await placeColumns(network, places, { pairs, isOfManyHolders, isWhole })) });
  for (const dimension of dimensions) {
    if (isPlace(dimension)) continue;
    const time = buckets.get(dimension);
    parts.push(time === undefined ? plainPart(network, dimension) : timePart(dimension, time));
  }
  const cellFilters = {
    ...(await plainFilters(reading, network, asked)),
    ...(filtersPlaces ? { outletsHeld: notTooMany(await inTurns(heldRuns(await pairs()))) } : {}),
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
      return { id: code, label: code };
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
