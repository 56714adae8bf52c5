import type { Scope } from '#domain/role.ts';
import type { Archive, EventKind, EventsRead, EventsReader, SqlValue } from '#event-store/event-store.ts';
import { mapChunked, runChunked } from '../../memory/chunked.ts';
import { clipRaw, type RawPart, type SealedPart } from '../plan/reading-plan.ts';
import { clipQuestion, type RawQuestion } from '../plan/sums-plan.ts';
import type { CustomerKeys } from '../query/sums-question.ts';
import { type EventSource, forEachSource, timesOf } from './archive-queries.ts';
import { MONEY, type SumColumns, sumReader, sumsSql } from './event-sums.ts';
import { during, within } from './raw-times.ts';
import { OUTLET_SUMS, type OutletSum, type Sums } from './sums.ts';

/** Sums for an outlet, for a customer (`outletKey` 0), or for one day of either. */
export type SumsRow = Sums & { readonly customerKey: number; readonly outletKey: number };

/**
 * Like `SumsRow`, but for raw rows, with separate sums for today and for the rated days. `localDay` is '' unless
 * requested.
 */
export type RawSumsRow = {
  readonly customerKey: number;
  readonly outletKey: number;
  readonly localDay: string;
  readonly total: Sums;
  readonly today: Sums;
  readonly ratedViews: number;
  readonly ratedBurns: number;
};

/** The column with the amount withheld for invalid events. */
export const WITHHELD = {
  all: 'withheld_micros',
  owner: 'withheld_owner_micros',
  advertiser: 'withheld_micros',
} as const;

export const ofCustomers = '({everyCustomer:Bool} OR customer_id IN {customers:Array(UInt32)})';
export const customerParams = (customers: CustomerKeys): Record<string, SqlValue> => ({
  everyCustomer: customers === null,
  customers: customers ?? [0],
});
const ofOutlets = '({everyOutlet:Bool} OR device_id IN {outlets:Array(UInt32)})';
const outletParams = (outlets: readonly number[] | undefined): Record<string, SqlValue> => ({
  everyOutlet: outlets === undefined,
  outlets: outlets ?? [0],
});
/** Returns the scope's condition. The adapter filters the tables a second time. */
export const ofScope = (scope: Scope) =>
  ({ all: 'true', owner: 'customer_id = {scopeKey:UInt32}', advertiser: 'advertiser_id = {scopeKey:UInt32}' })[
    scope.kind
  ];
export const scopeParams = (scope: Scope): Record<string, SqlValue> =>
  scope.kind === 'all' ? {} : { scopeKey: scope.customerKey };

/** Returns the table in which the scope's events are found fastest. */
export const tableOf = (scope: Scope) => (scope.kind === 'advertiser' ? 'events_by_campaign' : 'events');

/**
 * Returns SQL columns that sum the rows matching `when`, with names that start with `prefix`. If `when` is null, the
 * columns are zeros.
 */
export const sumColumns = (scope: Scope, place: EventSource, prefix: string, when: string | null): string =>
  when === null
    ? OUTLET_SUMS.map((sum) => `0 AS ${prefix}_${sum}`).join(', ')
    : sumsSql(OUTLET_SUMS, prefix, { scope, place, counts: when });

/** A row with the columns of `sumColumns`. */
type OutletColumns<Prefix extends string> = SumColumns<Prefix, OutletSum>;

const readTotal = sumReader(OUTLET_SUMS, 'total');
const readToday = sumReader(OUTLET_SUMS, 'today');

/** Sums raw rows in one pass, for total, today and rating. */
export const sumRawEvents = (
  events: EventsReader,
  scope: Scope,
  question: RawQuestion,
  archive: Archive,
): Promise<RawSumsRow[]> =>
  forEachSource(archive, [...timesOf(question.total), ...timesOf(question.rated), question.today], (place) =>
    sumEventsAt(place, events, scope, clipQuestion(question, place.span)),
  );

async function sumEventsAt(
  place: EventSource,
  events: EventsReader,
  scope: Scope,
  question: RawQuestion,
): Promise<RawSumsRow[]> {
  const readRows = question.byOutlet && isOfAll(scope, question.customers) ? readMany : readFew;
  const [total, today, rated] = [
    { ...within('total', question.total), name: 'in_total' },
    { ...during('today', question.today), name: 'in_today' },
    { ...within('rated', question.rated), name: 'in_rated' },
  ];
  const asked = [total, today, rated].filter(({ sql }) => sql !== null);
  if (asked.length === 0) return [];
  const sumsOf = (prefix: 'total' | 'today', { sql, name }: typeof total) =>
    sumColumns(scope, place, prefix, sql === null ? null : name);
  const countRated = (kind: EventKind) => (rated.sql === null ? '0' : place.count(`kind = '${kind}' AND in_rated`));
  type RawRow = { customerKey: number; outletKey: number; localDay: string } & OutletColumns<'total'> &
    OutletColumns<'today'> & { ratedViews: string; ratedBurns: string };
  const read = {
    sql: `
      WITH ${asked.map(({ sql, name }) => `${sql} AS ${name}`).join(', ')}
      SELECT customer_id AS customerKey, if({byOutlet:Bool}, device_id, 0) AS outletKey,
        if({byLocalDay:Bool}, toString(local_day), '') AS localDay,
        ${sumsOf('total', total)}, ${sumsOf('today', today)},
        ${countRated('view')} AS ratedViews, ${countRated('burn')} AS ratedBurns
      FROM ${place.from(tableOf(scope), 'FINAL')} AND ${ofScope(scope)} AND ${ofCustomers} AND ${ofOutlets}
        AND (${asked.map(({ name }) => name).join(' OR ')})
      GROUP BY customerKey, outletKey, localDay`,
    params: {
      ...scopeParams(scope),
      ...customerParams(question.customers),
      ...outletParams(question.outlets),
      ...total.params,
      ...today.params,
      ...rated.params,
      ...place.params,
      byOutlet: question.byOutlet,
      byLocalDay: question.byLocalDay,
    },
    scope,
  };
  return readRows(events, read, (row: RawRow) => ({
    customerKey: row.customerKey,
    outletKey: row.outletKey,
    localDay: row.localDay,
    total: readTotal(row),
    today: readToday(row),
    ratedViews: Number(row.ratedViews),
    ratedBurns: Number(row.ratedBurns),
  }));
}

const isOfAll = (scope: Scope, customers: CustomerKeys) => customers === null && scope.kind !== 'owner';
/** Row limit that is so high that it has no effect in practice. */
const ALL_OUTLETS = { rows: 100_000_000 };

/**
 * Streams the rows of a whole network's outlets, so that their text is never completely in memory and other work can
 * run in between.
 */
async function readMany<Row, Made>(events: EventsReader, read: EventsRead, make: (row: Row) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for await (const row of events.stream<Row>({ ...read, limits: ALL_OUTLETS })) made.push(make(row));
  return made;
}

async function readFew<Row, Made>(events: EventsReader, read: EventsRead, make: (row: Row) => Made): Promise<Made[]> {
  return runChunked(mapChunked(await events.query<Row>({ ...read, limits: ALL_OUTLETS }), make));
}

const ROLLUP_SUMS = (scope: Scope) =>
  `sum(views) AS total_views, sum(clicks) AS total_clicks, sum(burns) AS total_burns,
    sum(${MONEY[scope.kind]}) AS total_micros, sum(energy_milli_wh) AS total_energyMilliWh,
    sum(estimated_views) AS total_estimatedViews`;

/**
 * Sums sealed days by outlet or customer, for owners and administrators. Not for advertisers, because rollups combine
 * advertisers.
 */
export async function sumSealedDays(
  events: EventsReader,
  scope: Scope,
  question: Pick<RawQuestion, 'customers' | 'outlets'> & {
    readonly sealed: SealedPart;
    readonly generation: number;
    /** If false, sums are by customer. A large network has far fewer customers than outlets. */
    readonly byOutlet?: boolean;
  },
): Promise<SumsRow[]> {
  const { byOutlet = true, customers, generation, outlets, sealed } = question;
  if (sealed.kind === 'none') return [];
  const readRows = byOutlet && isOfAll(scope, customers) ? readMany : readFew;
  const read = {
    sql: `
      SELECT customer_id AS customerKey, if({byOutlet:Bool}, device_id, 0) AS outletKey, ${ROLLUP_SUMS(scope)}
      FROM ${sealed.kind === 'all-time' ? 'device_total' : 'sealed_day'}
      WHERE ${ofScope(scope)} AND ${ofCustomers} AND ${ofOutlets} AND ${sealed.kind === 'all-time' ? 'gen = {generation:UInt32}' : IN_DAYS}
      GROUP BY customerKey, outletKey`,
    params: {
      ...scopeParams(scope),
      ...customerParams(customers),
      ...outletParams(outlets),
      byOutlet,
      ...(sealed.kind === 'all-time' ? { generation } : dayParams(sealed)),
    },
    scope,
  };
  return readRows(events, read, (row: { customerKey: number; outletKey: number } & OutletColumns<'total'>) => ({
    customerKey: row.customerKey,
    outletKey: row.outletKey,
    ...readTotal(row),
  }));
}

const IN_DAYS = 'seal IN {seals:Array(UInt32)} AND day >= {fromDay:Date} AND day < {toDay:Date}';
const dayParams = ({ fromDay, toDay, seals }: Extract<SealedPart, { kind: 'days' }>) => ({ fromDay, toDay, seals });

/** The figures for one day, for all requested customers together. */
export type DayRow = { readonly day: string } & Sums;

/** Sums sealed days by UTC day. */
export async function sumSealedByDay(
  events: EventsReader,
  scope: Scope,
  sealed: Extract<SealedPart, { kind: 'days' }>,
  customers: CustomerKeys,
): Promise<DayRow[]> {
  const rows = await events.query<{ dayText: string } & OutletColumns<'total'>>({
    sql: `
      SELECT toString(day) AS dayText, ${ROLLUP_SUMS(scope)}
      FROM sealed_day WHERE ${ofScope(scope)} AND ${ofCustomers} AND ${IN_DAYS} GROUP BY day`,
    params: { ...scopeParams(scope), ...customerParams(customers), ...dayParams(sealed) },
    scope,
  });
  return rows.map((row) => ({ day: row.dayText, ...readTotal(row) }));
}

/**
 * Sums raw rows by day. `dayStarts` are the times at which the days begin, ascending; the first must not be after any
 * row. `day` is then the start in epoch ms, as text. If `dayStarts` is null, the reporting day stamped on each event is
 * used, and `day` is an ISO date.
 */
export const sumRawByDay = (
  events: EventsReader,
  scope: Scope,
  question: RawDaysQuestion,
  archive: Archive,
): Promise<DayRow[]> =>
  forEachSource(archive, timesOf(question.raw), (place) => sumDaysAt(place, events, scope, question));

type RawDaysQuestion = {
  readonly raw: RawPart;
  readonly customers: CustomerKeys;
  readonly dayStarts: readonly number[] | null;
};

async function sumDaysAt(
  place: EventSource,
  events: EventsReader,
  scope: Scope,
  question: RawDaysQuestion,
): Promise<DayRow[]> {
  const { fromMs, toMs } = place.span;
  const time = within('total', clipRaw(question.raw, fromMs, toMs));
  if (time.sql === null) return [];
  const rows = await events.query<{ day: string } & OutletColumns<'total'>>({
    sql: `
      SELECT ${question.dayStarts === null ? 'toString(local_day)' : 'toString(roundDown(toUnixTimestamp64Milli(ts), {dayStarts:Array(Int64)}))'} AS day,
        ${sumColumns(scope, place, 'total', 'true')}
      FROM ${place.from(tableOf(scope), 'FINAL')} AND ${ofScope(scope)} AND ${ofCustomers} AND ${time.sql}
      GROUP BY day`,
    params: {
      ...scopeParams(scope),
      ...customerParams(question.customers),
      ...time.params,
      ...place.params,
      ...(question.dayStarts === null ? {} : { dayStarts: question.dayStarts }),
    },
    scope,
  });
  return rows.map((row) => ({ day: row.day, ...readTotal(row) }));
}
