import { HOUR_MS } from '#domain/durations.ts';
import type { EventSum, EventSums } from '#domain/report-metrics.ts';
import { type Archive, COUNTS, type EventsReader, type SqlValue } from '#event-store/event-store.ts';
import { AppError } from '../../http/app-error.ts';
import { clip, type Interval } from '../plan/reading-plan.ts';
import type { CellColumn, CellsQuestion, OutletRun, Pair } from '../query/cells-question.ts';
import { stampsOf } from '../query/time-range.ts';
import { type EventSource, forEachSource } from './archive-queries.ts';
import { ALL_SUMS, MONEY, type SumColumns, sumReader, sumsSql } from './event-sums.ts';
import { between, intervalParams } from './raw-times.ts';
import { customerParams, ofCustomers, ofScope, scopeParams, tableOf, WITHHELD } from './sums-queries.ts';

/** Sums of events with the same value in each column. `of` has one text per column. */
export type CellRow = { readonly of: readonly string[] } & EventSums;
/** A group of visitors and their views. */
export type VisitorGroup = { readonly of: string; readonly visitors: number; readonly views: number };
export type VisitorsRow = { readonly of: readonly string[]; readonly visitors: number };

/** Maximum number of rows in a report. A larger report would be unreadable and delay all other requests. */
export const MOST_CELLS = 100_000;
const MOST_READ = MOST_CELLS + 1;
/** Maximum number of values per parameter. A server accepts no parameter above 128 KiB (docs/events-store.md#t13). */
const PARAM_VALUES = 6_000;

type Part = { readonly sql: string; readonly params: Readonly<Record<string, SqlValue>> };

const PAIR = 'bitOr(bitShiftLeft(toUInt64(customer_id), 32), toUInt64(device_id))';
const pairKey = ({ customerKey, outletKey }: Pair): bigint => (BigInt(customerKey) << 32n) | BigInt(outletKey);
const MS = 'toUnixTimestamp64Milli(ts)';

const PLAIN = {
  customer: 'customer_id',
  outlet: 'device_id',
  advertiser: 'advertiser_id',
  campaign: 'campaign_id',
  flight: 'flight_id',
  reason: 'toString(invalid)',
  kind: 'toString(kind)',
} as const;
const STAMPED = { day: 'local_day', week: 'toMonday(local_day)', month: 'toStartOfMonth(local_day)' } as const;

/** Builds one array from a list of any length, split into parameters that are small enough for a server. */
function arrayOf(name: string, type: string, values: readonly (number | bigint)[]): Part {
  const params: Record<string, SqlValue> = {};
  const names: string[] = [];
  for (let from = 0; from === 0 || from < values.length; from += PARAM_VALUES) {
    names.push(`{${name}_${names.length}:Array(${type})}`);
    params[`${name}_${names.length - 1}`] = values.slice(from, from + PARAM_VALUES);
  }
  return { sql: names.length === 1 ? (names[0] ?? '') : `arrayConcat(${names.join(', ')})`, params };
}

function groupSql(name: string, runs: readonly OutletRun[]): Part {
  if (runs.length === 0) return { sql: 'toUInt32(0)', params: {} };
  const starts = arrayOf(`${name}_p`, 'UInt64', runs.map(pairKey));
  const groups = runs.map(({ group }) => group);
  const numbers = arrayOf(`${name}_g`, 'UInt32', groups);
  const sql = `transform(roundDown(${PAIR}, ${starts.sql}), ${starts.sql}, ${numbers.sql}, toUInt32(0))`;
  return { sql, params: { ...starts.params, ...numbers.params } };
}

/** Returns the scope's money column, and the column for the owner's part. */
export const moneyColumns = ({ scope, withheld = false }: Pick<CellsQuestion, 'scope' | 'withheld'>) =>
  withheld
    ? ({ money: WITHHELD[scope.kind], owner: 'withheld_owner_micros' } as const)
    : ({ money: MONEY[scope.kind], owner: 'owner_micros' } as const);

function columnSql(column: CellColumn, name: string, question: CellsQuestion, place: EventSource): Part {
  switch (column.by) {
    case 'each':
      return { sql: place.each(moneyColumns(question)[column.of]), params: {} };
    case 'stamp':
      return { sql: `toString(${STAMPED[column.unit]})`, params: {} };
    case 'start': {
      const starts = arrayOf(name, 'Int64', column.starts);
      return { sql: `roundDown(${MS}, ${starts.sql})`, params: starts.params };
    }
    case 'hour of the week': {
      const starts = column.segments.map(({ startMs }) => startMs);
      const offsets = column.segments.map(({ offsetMs }) => offsetMs);
      const segment = `roundDown(${MS}, {${name}_s:Array(Int64)})`;
      const local = `(${MS} + transform(${segment}, {${name}_s:Array(Int64)}, {${name}_o:Array(Int64)}, toInt64(0)))`;
      // The first hour of 1970 is hour 73 of its week, counted from 1.
      return {
        sql: `(intDiv(${local}, ${HOUR_MS}) + 72) % 168`,
        params: { [`${name}_s`]: starts, [`${name}_o`]: offsets },
      };
    }
    case 'group':
      return groupSql(name, column.runs);
    default:
      return { sql: PLAIN[column.by], params: {} };
  }
}

/** Returns the conditions, except those on scope, customers and time. */
function conditionsOf({ filters, knownOn, range }: CellsQuestion, place: EventSource): Part {
  const sql: string[] = [];
  const params: Record<string, SqlValue> = {};
  const oneOf = (name: string, expression: string, values: readonly (number | string)[] | undefined, type: string) => {
    if (values === undefined) return;
    // The engine fails on an empty set next to a key.
    sql.push(values.length === 0 ? 'false' : `${expression} IN {f_${name}:Array(${type})}`);
    if (values.length > 0) params[`f_${name}`] = values;
  };
  oneOf('customers', 'customer_id', filters.customers, 'UInt32');
  oneOf('outlets', 'device_id', filters.outlets, 'UInt32');
  oneOf('advertisers', 'advertiser_id', filters.advertisers, 'UInt32');
  oneOf('campaigns', 'campaign_id', filters.campaigns, 'UInt32');
  oneOf('flights', 'flight_id', filters.flights, 'UInt32');
  oneOf('reasons', 'toString(invalid)', filters.reasons, 'String');
  if (filters.outletsHeld !== undefined) {
    const group = groupSql('f_held', filters.outletsHeld);
    sql.push(`${group.sql} > 0`);
    Object.assign(params, group.params);
  }
  if (knownOn !== null) {
    sql.push('toUnixTimestamp(ingested_at) < {knownOn:UInt64}');
    params.knownOn = knownOn;
  }
  const { arrived } = filters;
  // Archived sums do not have arrival times, so they match nothing.
  if (arrived !== undefined && !place.knowsArrivals && arrived.from > 0) sql.push('false');
  if (arrived !== undefined && place.knowsArrivals) {
    const second = 'toUnixTimestamp(ingested_at)';
    sql.push(`${second} >= {arrivedFrom:UInt64} AND ${second} < {arrivedBefore:UInt64}`);
    Object.assign(params, { arrivedFrom: arrived.from, arrivedBefore: arrived.before });
  }
  const stamps = stampsOf(range);
  if (stamps !== null) {
    sql.push('local_day >= {stampFrom:Date} AND local_day <= {stampTo:Date}');
    Object.assign(params, { stampFrom: stamps.from, stampTo: stamps.to });
  }
  return { sql: sql.map((condition) => ` AND ${condition}`).join(''), params };
}

/**
 * Returns the table to read. Archived sums and the copy sorted by campaign have no arrival time, so questions about the
 * arrival time read `events`.
 */
const tableFor = ({ filters, knownOn, scope }: CellsQuestion) =>
  knownOn === null && filters.arrived === undefined ? tableOf(scope) : 'events';

/**
 * Returns the parts that all queries share: the columns, and an interval's rows. `rows` is the text after SELECT for
 * single events.
 */
export function frame(place: EventSource, question: CellsQuestion, interval: Interval) {
  const { columns, customerKey, scope, withInvalid } = question;
  const parts = columns.map((column, index) => columnSql(column, `k${index}`, question, place));
  const names = columns.map((_, index) => `k${index}`);
  const conditions = conditionsOf(question, place);
  const params = {
    ...scopeParams(scope),
    ...customerParams(customerKey === null ? null : [customerKey]),
    ...intervalParams('cells', clip(interval, place.span.fromMs, place.span.toMs)),
    ...conditions.params,
    ...place.params,
    ...Object.assign({}, ...parts.map((part) => part.params)),
    most: MOST_READ,
  };
  const select = parts.map(({ sql }, index) => `${sql} AS ${names[index]}, `).join('');
  const rows = `FROM ${place.from(tableFor(question), 'FINAL', withInvalid)} AND ${ofScope(scope)} AND ${ofCustomers}
    AND ${between('cells')}${conditions.sql}`;
  const from = `${rows}${names.length === 0 ? '' : ` GROUP BY ${names.join(', ')}`} LIMIT {most:UInt32}`;
  const keysOf = (row: Readonly<Record<string, unknown>>) => names.map((name) => String(row[name]));
  const expressions = parts.map(({ sql }) => sql);
  return {
    expressions,
    select,
    rows,
    from,
    keysOf,
    read: { params, scope, limits: { rows: MOST_READ }, priority: 'low' as const },
  };
}

const readTotal = sumReader(ALL_SUMS, 'total');

/** Sums an interval's events by the question's columns, including archived weeks. */
export const sumCells = (
  events: EventsReader,
  question: CellsQuestion,
  interval: Interval,
  archive: Archive,
): Promise<CellRow[]> =>
  forEachSource(archive, [interval], async (place) => {
    const { select, from, keysOf, read } = frame(place, question, interval);
    const asked = { scope: question.scope, place, counts: question.withInvalid ? COUNTS : 'true' };
    const rows = await events.query<SumColumns<'total', EventSum>>({
      ...read,
      sql: `SELECT ${select}${sumsSql(ALL_SUMS, 'total', asked)} ${from}`,
    });
    if (rows.length > MOST_CELLS) throw tooLong();
    return rows.map((row) => ({ of: keysOf(row), ...readTotal(row) }));
  });

/** SQL for zeros, which mean that the visitor is unknown or was erased. */
const NOBODY = "toFixedString('', 16)";
const VISITOR = {
  events: { name: 'fingerprint', nobody: NOBODY },
  events_by_campaign: { name: 'visitor', nobody: `sipHash64(${NOBODY})` },
} as const;

/** Counts distinct visitors in an interval's views, by the question's columns. Archived sums have no visitors. */
export const countVisitors = (
  events: EventsReader,
  question: CellsQuestion,
  interval: Interval,
  archive: Archive,
): Promise<VisitorsRow[]> =>
  forEachSource({ ...archive, endMs: 0 }, [interval], async (place) => {
    const { select, from, keysOf, read } = frame(place, question, interval);
    const { name, nobody } = VISITOR[tableFor(question)];
    const rows = await events.query<{ visitors: string }>({
      ...read,
      sql: `SELECT ${select}uniqExactIf(${name}, kind = 'view' AND ${COUNTS} AND ${name} != ${nobody}) AS visitors ${from}`,
    });
    if (rows.length > MOST_CELLS) throw tooLong();
    return rows.map((row) => ({ of: keysOf(row), visitors: Number(row.visitors) }));
  });

/** Returns whether an interval has a valid view that matches the question, in single events or archived sums. */
export async function hasViews(
  events: EventsReader,
  question: CellsQuestion,
  interval: Interval,
  archive: Archive,
): Promise<boolean> {
  const found = await forEachSource(archive, [interval], (place) => {
    const { rows, read } = frame(place, { ...question, columns: [] }, interval);
    return events.query<{ one: number }>({
      ...read,
      sql: `SELECT 1 AS one ${rows} AND kind = 'view' AND ${COUNTS} LIMIT 1`,
    });
  });
  return found.length > 0;
}

/**
 * Counts the visitors in groups, each visitor in one group. Groups by the first value in the question's only column,
 * or, without a column, by the number of views. The groups add up to the result of `countVisitors`.
 */
export const groupVisitors = (
  events: EventsReader,
  question: CellsQuestion,
  interval: Interval,
  archive: Archive,
): Promise<VisitorGroup[]> =>
  forEachSource({ ...archive, endMs: 0 }, [interval], async (place) => {
    const { expressions, rows: from, read } = frame(place, question, interval);
    const { name, nobody } = VISITOR[tableFor(question)];
    const [first] = expressions;
    const rows = await events.query<{ alike: string; visitors: string; seen: string }>({
      ...read,
      sql: `SELECT toString(${first === undefined ? 'times' : 'first'}) AS alike, count() AS visitors, sum(times) AS seen FROM (
          SELECT ${name}, count() AS times${first === undefined ? '' : `, min(${first}) AS first`}
          ${from} AND kind = 'view' AND ${COUNTS} AND ${name} != ${nobody} GROUP BY ${name}
        ) GROUP BY alike LIMIT {most:UInt32}`,
    });
    if (rows.length > MOST_CELLS) throw tooLong();
    return rows.map(({ alike, seen, visitors }) => ({ of: alike, visitors: Number(visitors), views: Number(seen) }));
  });

export const tooLong = () =>
  new AppError(
    'invalid',
    `This report has more than ${MOST_CELLS.toLocaleString('en-US')} rows. Choose a shorter range, fewer dimensions or a filter.`,
  );
