import type { Report, ReportRow, ReportValues } from '#contract/reports.ts';
import { type ComparedPart, comparedPart } from '#domain/compared-days.ts';
import { nameOrder } from '#domain/name-order.ts';
import { METRICS, needsUptime, type ReportMetric, type ReportSums, sumsOf } from '#domain/report-metrics.ts';
import { dayInWords } from '#domain/report-period.ts';
import { CONTACT_DAYS } from '#domain/uptime.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { Config } from '../../config/config.ts';
import type { Question } from '../../figures/query/question.ts';
import { AppError } from '../../http/app-error.ts';
import { runAtLowPriority } from '../../memory/chunked.ts';
import { type ComparedRow, joinPeriods } from './compared-rows.ts';
import { type Reading, type ReportPeriod, readReportPeriod } from './read-report-period.ts';
import { type Cell, type Cells, cellsOf } from './report-cell.ts';
import { type Label, pairsInScope, placeFilter, rowKey } from './report-places.ts';
import { isTime, type ReportQuery } from './report-query.ts';
import { readUptime } from './uptime-rows.ts';

export type Page = { readonly cursor: string | undefined; readonly limit: number };
type Needs = Reading & { readonly config: Pick<Config, 'energyCostPerKwh'> };

export const EVERY_ROW: Page = { cursor: undefined, limit: Number.POSITIVE_INFINITY };

/** Computes a report. `asked` and the question's scope must already be limited to what the role may see. */
export async function makeReport(needs: Needs, question: Question, asked: ReportQuery, page: Page): Promise<Report> {
  const { config, figures } = needs;
  const days = question.range.days;
  if (asked.compare !== null && days === undefined)
    throw new AppError('invalid', 'To compare, specify a range of days with range, or from and to.');
  const comparison = asked.compare === null || days === undefined ? null : { range: days, comparison: asked.compare };
  const period = await figures.periodOf(question);
  const clock = { nowMs: needs.now(), zone: period.time_zone };
  const before = comparison && comparedPart(comparison.range, comparison.comparison, clock);
  const beside = before && (await figures.resolve({ ...question, range: { dates: before, untilMs: before.untilMs } }));
  const [side, other] = await Promise.all([
    readPeriod(needs, question, asked),
    beside && readPeriod(needs, beside, asked),
  ]);
  const cells = cellsOf(asked.metrics);
  const found =
    comparison && other
      ? await runAtLowPriority(joinPeriods(asked.dimensions, { side, other, cells }, comparison))
      : [...side.rows.values()].map(({ of, cell }) => ({ of, cell, compared: null }));
  const rows = withoutGaps(withEmptyTimes(asked, side, found), cells, side, other ?? side);
  const isComparing = other !== null;
  const cost = config.energyCostPerKwh;
  const placed = orderRows(rows, asked, cost);
  const { rows: shown, next } = pageOf(placed, { ...page, isDescending: asked.sort.isDescending });
  const values = (cell: Cell) => valuesOf(asked.metrics, cell, cost);
  return {
    period,
    ...(before ? { compared_period: shownPart(before) } : {}),
    dimensions: [...asked.dimensions],
    metrics: [...asked.metrics],
    total: values(side.total),
    ...(other ? { compared_total: valuesOf(asked.metrics, other.total, cost) } : {}),
    data:
      asked.dimensions.length === 0
        ? []
        : shown.map(
            ({ of, cell, compared }): ReportRow => ({
              of: [...of],
              values: values(cell),
              ...(isComparing ? { compared: values(compared) } : {}),
            }),
          ),
    rows: asked.dimensions.length === 0 ? 0 : placed.length,
    next_cursor: asked.dimensions.length === 0 ? null : next,
    notes: await notesOf(needs, asked, [side, other], before?.until),
  };
}

const shownPart = ({ from, to, until }: ComparedPart) => ({ from, to, ...(until === undefined ? {} : { until }) });

/** Adds the cells that one of the periods lacks before sorting, so that rows are sorted by the values they show. */
function withoutGaps(rows: readonly ComparedRow[], cells: Cells, side: ReportPeriod, other: ReportPeriod): FilledRow[] {
  const [empty, emptyCompared] = [cells.empty(side.lacksVisitors), cells.empty(other.lacksVisitors)];
  return rows.map(({ of, cell, compared }) => ({ of, cell: cell ?? empty, compared: compared ?? emptyCompared }));
}

/** Adds rows with zeros for hours or days without events, because a time series has no gaps. */
function withEmptyTimes(
  { dimensions }: ReportQuery,
  side: ReportPeriod,
  rows: readonly ComparedRow[],
): readonly ComparedRow[] {
  const [dimension, ...others] = dimensions;
  if (dimension === undefined || others.length > 0 || !isTime(dimension)) return rows;
  const known = new Set(rows.map(({ of }) => rowKey(of)));
  const empty = (side.buckets.get(dimension)?.labels ?? [])
    .map((label) => ({ of: [{ id: label, label }], cell: null, compared: null }))
    .filter(({ of }) => !known.has(rowKey(of)));
  return [...rows, ...empty];
}

async function notesOf(
  { figures }: Needs,
  { metrics }: ReportQuery,
  sides: readonly (ReportPeriod | null)[],
  until: string | undefined,
): Promise<string[]> {
  const notes: string[] = [];
  if (sides.some((side) => side?.lacksVisitors)) {
    const { date } = zonedDay(await figures.visitorsKnownFrom(), 'UTC');
    notes.push(
      `Visitors are available for ranges that start on ${dayInWords(date)} (UTC) or later. Earlier events no longer identify visitors.`,
    );
  }
  if (sides.some((side) => side?.lacksContacts))
    notes.push(`Uptime is available for the last ${CONTACT_DAYS} days only.`);
  if (sumsOf(metrics).includes('estimatedViews') && sides.some((side) => (side?.total.estimatedViews ?? 0) > 0))
    notes.push('Energy is partly estimated, for views at outlets without a meter.');
  if (until !== undefined)
    notes.push(`The period isn’t over yet. It is compared with the other period up to the same time of day, ${until}.`);
  return notes;
}

/**
 * Reads one period of a report. If uptime is requested, adds how long each row's outlets were up, and rows for outlets
 * without other figures.
 */
async function readPeriod(reading: Reading, question: Question, asked: ReportQuery): Promise<ReportPeriod> {
  const side = await readReportPeriod(reading, question, asked);
  if (!needsUptime(asked.metrics)) return side;
  const { dimensions, filters } = asked;
  const network = await reading.figures.network();
  const isAsked = placeFilter(network, filters) ?? (() => true);
  const pairs = await pairsInScope(network, question, null, isAsked);
  const clock = await reading.figures.clockOf(question);
  const found = await readUptime(reading, network, { pairs, dimensions, range: question.range, clock });
  const cells = cellsOf(asked.metrics);
  const upOf = new Map([...found.rows].map((row) => [rowKey(row.of), row]));
  const rows = new Map(
    [...side.rows].map(([key, { of, cell }]) => [key, { of, cell: withUptime(cell, upOf.get(key)) }]),
  );
  let total = withUptime(side.total, undefined);
  for (const [key, up] of upOf) {
    if (!rows.has(key)) rows.set(key, { of: up.of, cell: withUptime(cells.empty(side.lacksVisitors), up) });
    total = { ...total, servedMs: total.servedMs + up.servedMs, upMs: total.upMs + up.upMs };
  }
  return { ...side, rows, total, lacksContacts: found.lacksContacts };
}

type Uptime = { readonly servedMs: number; readonly upMs: number };
const withUptime = (cell: Cell, up: Uptime | undefined): Cell & Uptime => ({
  ...cell,
  servedMs: up?.servedMs ?? 0,
  upMs: up?.upMs ?? 0,
});

type Value = number | string | null;
/** A row with a cell for each period, even for a period without events. */
type FilledRow = { readonly of: readonly Label[]; readonly cell: Cell; readonly compared: Cell };
/** A row with the values that determine its position. */
type Placed = { readonly row: FilledRow; readonly value: Value; readonly key: string };

/**
 * Sorts by the requested column, then by the rows' ids, so that pages from all processes agree. Rows without a value
 * come last.
 */
function orderRows(rows: readonly FilledRow[], asked: ReportQuery, costPerKwh: number): Placed[] {
  const { dimensions, sort } = asked;
  const words: readonly string[] = dimensions;
  const dimension = words.indexOf(sort.by);
  const metric = asked.metrics.find((one) => one === sort.by) ?? 'views';
  const orderBy = ({ cell, of }: FilledRow): Value => {
    if (dimension < 0) return metricOf(metric, cell, costPerKwh);
    const { id = '', label = '' } = of[dimension] ?? {};
    return sort.by === 'hour' ? Date.parse(id) : nameOrder(label);
  };
  const placed = rows.map((row) => ({ row, value: orderBy(row), key: rowKey(row.of) }));
  return placed.sort((a, b) => compare(a, b, sort.isDescending));
}

function compare(a: Omit<Placed, 'row'>, b: Omit<Placed, 'row'>, isDescending: boolean): number {
  if (a.value !== b.value) {
    if (a.value === null) return 1;
    if (b.value === null) return -1;
    return a.value < b.value === isDescending ? 1 : -1;
  }
  return a.key === b.key ? 0 : a.key < b.key ? -1 : 1;
}

/**
 * Returns a page of rows, and the cursor for the next page. A page begins after the row that the cursor names, at that
 * row's current position.
 */
function pageOf(
  placed: readonly Placed[],
  { cursor, limit, isDescending }: { cursor: string | undefined; limit: number; isDescending: boolean },
): { readonly rows: readonly FilledRow[]; readonly next: string | null } {
  const after = cursor === undefined ? null : decode(cursor);
  const from = after === null ? 0 : placed.findIndex((one) => compare(one, after, isDescending) > 0);
  const page = from < 0 ? [] : placed.slice(from, from + limit);
  const last = page.at(-1);
  const isMore = from >= 0 && from + limit < placed.length && last !== undefined;
  return { rows: page.map(({ row }) => row), next: isMore ? encode(last) : null };
}

const encode = ({ value, key }: Placed): string => Buffer.from(JSON.stringify([value, key])).toString('base64url');

function decode(cursor: string): Omit<Placed, 'row'> {
  try {
    const [value, key, ...rest]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isValue = value === null || typeof value === 'number' || typeof value === 'string';
    if (isValue && typeof key === 'string' && rest.length === 0) return { value, key };
  } catch {
    // The error below reports this, like any unknown cursor.
  }
  throw new AppError('invalid', 'This page link has expired. Start again from the first page.');
}

/** Returns a metric's value. `costPerKwh` is in dollars. Throws if a sum that the metric needs was not read. */
function metricOf(metric: ReportMetric, cell: Cell, costPerKwh: number): number | null {
  const { needs, value } = METRICS[metric];
  for (const sum of needs)
    if (cell[sum] === undefined) throw new Error(`The metric '${metric}' lacks its sum '${sum}'.`);
  return value(cell as ReportSums, costPerKwh);
}

/** Returns the values of only the requested metrics. */
const valuesOf = (metrics: readonly ReportMetric[], cell: Cell, costPerKwh: number): ReportValues =>
  Object.fromEntries(metrics.map((metric) => [metric, metricOf(metric, cell, costPerKwh)]));
