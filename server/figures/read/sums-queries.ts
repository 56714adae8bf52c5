import type { Scope } from '#domain/role.ts';
import type { Archive, EventKind, EventsRead, EventsReader, SqlValue } from '../../databases/events/events-db.ts';
import { inTurns, listOf } from '../../memory/in-slices.ts';
import type { CustomerKeys } from '../asked/sums-question.ts';
import { clipRaw, type RawPart, type SealedPart } from '../plan/reading-plan.ts';
import { clipQuestion, type RawQuestion } from '../plan/sums-plan.ts';
import { inEachPlace, type Place, timesOf } from './archive-queries.ts';
import { during, within } from './raw-times.ts';
import type { Sums } from './sums.ts';

/** Sums of one outlet, of one customer (`outletKey` 0) or of one day of either. */
export type SumsRow = Sums & { readonly customerKey: number; readonly outletKey: number };

/** A `SumsRow` of raw rows, with what of it happened today and in the rated days. `localDay` is '' unless asked for. */
export type RawSumsRow = {
  readonly customerKey: number;
  readonly outletKey: number;
  readonly localDay: string;
  readonly total: Sums;
  readonly today: Sums;
  readonly ratedViews: number;
  readonly ratedBurns: number;
};

export const MONEY = { all: 'amount_micros', owner: 'owner_micros', advertiser: 'amount_micros' } as const;
/** What an event that does not count would have come to. */
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
/** The scope's own condition; the adapter filters the tables a second time. */
export const ofScope = (scope: Scope) =>
  ({ all: 'true', owner: 'customer_id = {scopeKey:UInt32}', advertiser: 'advertiser_id = {scopeKey:UInt32}' })[
    scope.kind
  ];
export const scopeParams = (scope: Scope): Record<string, SqlValue> =>
  scope.kind === 'all' ? {} : { scopeKey: scope.customerKey };

/** Where the scope's events are found fastest. */
export const tableOf = (scope: Scope) => (scope.kind === 'advertiser' ? 'events_by_campaign' : 'events');

/** Sums of some of the rows, as columns whose names begin with `prefix`; `when` null: of none. */
export function sumColumns(
  scope: Scope,
  { count, countEstimated }: Place,
  prefix: string,
  when: string | null,
): string {
  if (when === null) return SUMS.map((sum) => `0 AS ${prefix}${sum}`).join(', ');
  const energy =
    scope.kind === 'advertiser'
      ? `0 AS ${prefix}Energy, 0 AS ${prefix}Estimated`
      : `sumIf(energy_milli_wh, ${when}) AS ${prefix}Energy,
         ${countEstimated(when)} AS ${prefix}Estimated`;
  const countOf = (kind: EventKind) => count(`kind = '${kind}' AND ${when}`);
  return `${countOf('view')} AS ${prefix}Views, ${countOf('click')} AS ${prefix}Clicks,
    ${countOf('burn')} AS ${prefix}Burns, sumIf(${MONEY[scope.kind]}, ${when}) AS ${prefix}Micros, ${energy}`;
}

const SUMS = ['Views', 'Clicks', 'Burns', 'Micros', 'Energy', 'Estimated'] as const;

/** A row with `<prefix>Views` and the other columns of `sumColumns`. */
export type SumColumns<Prefix extends string> = {
  readonly [Column in (typeof SUMS)[number] as `${Prefix}${Column}`]: string;
};

export const toSums = (columns: SumColumns<'total'>): Sums => ({
  views: Number(columns.totalViews),
  clicks: Number(columns.totalClicks),
  burns: Number(columns.totalBurns),
  micros: BigInt(columns.totalMicros),
  energyMilliWh: Number(columns.totalEnergy),
  estimatedViews: Number(columns.totalEstimated),
});

/** Sums of raw rows, one pass for total, today and rating. */
export const sumRawEvents = (
  events: EventsReader,
  scope: Scope,
  question: RawQuestion,
  archive: Archive,
): Promise<RawSumsRow[]> =>
  inEachPlace(archive, [...timesOf(question.total), ...timesOf(question.rated), question.today], (place) =>
    sumEventsAt(place, events, scope, clipQuestion(question, place.span)),
  );

async function sumEventsAt(
  place: Place,
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
  type RawRow = { customerKey: number; outletKey: number; localDay: string } & SumColumns<'total'> &
    SumColumns<'today'> & { ratedViews: string; ratedBurns: string };
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
    total: toSums(row),
    today: toSums({
      totalViews: row.todayViews,
      totalClicks: row.todayClicks,
      totalBurns: row.todayBurns,
      totalMicros: row.todayMicros,
      totalEnergy: row.todayEnergy,
      totalEstimated: row.todayEstimated,
    }),
    ratedViews: Number(row.ratedViews),
    ratedBurns: Number(row.ratedBurns),
  }));
}

const isOfAll = (scope: Scope, customers: CustomerKeys) => customers === null && scope.kind !== 'owner';
/** As many as there are. */
const ALL_OUTLETS = { rows: 100_000_000 };

/** Outlets of a whole network come in pieces: their text is never in memory at once, and nobody waits for all of them. */
async function readMany<Row, Made>(events: EventsReader, read: EventsRead, make: (row: Row) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for await (const row of events.stream<Row>({ ...read, limits: ALL_OUTLETS })) made.push(make(row));
  return made;
}

async function readFew<Row, Made>(events: EventsReader, read: EventsRead, make: (row: Row) => Made): Promise<Made[]> {
  return inTurns(listOf(await events.query<Row>({ ...read, limits: ALL_OUTLETS }), make));
}

const ROLLUP_SUMS = (scope: Scope) =>
  `sum(views) AS totalViews, sum(clicks) AS totalClicks, sum(burns) AS totalBurns,
    sum(${MONEY[scope.kind]}) AS totalMicros, sum(energy_milli_wh) AS totalEnergy, sum(estimated_views) AS totalEstimated`;

/** Sums of sealed days per outlet, for owners and administrators; rollups mix advertisers. */
export async function sumSealedDays(
  events: EventsReader,
  scope: Scope,
  question: Pick<RawQuestion, 'customers' | 'outlets'> & {
    readonly sealed: SealedPart;
    readonly generation: number;
    /** false sums up each customer: a large network has far fewer of them. */
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
  return readRows(events, read, (row: { customerKey: number; outletKey: number } & SumColumns<'total'>) => ({
    customerKey: row.customerKey,
    outletKey: row.outletKey,
    ...toSums(row),
  }));
}

const IN_DAYS = 'seal IN {seals:Array(UInt32)} AND day >= {fromDay:Date} AND day < {toDay:Date}';
const dayParams = ({ fromDay, toDay, seals }: Extract<SealedPart, { kind: 'days' }>) => ({ fromDay, toDay, seals });

/** One day's figures of all asked customers together. */
export type DayRow = { readonly day: string } & Sums;

/** Sealed days, by UTC day. */
export async function sumSealedByDay(
  events: EventsReader,
  scope: Scope,
  sealed: Extract<SealedPart, { kind: 'days' }>,
  customers: CustomerKeys,
): Promise<DayRow[]> {
  const rows = await events.query<{ dayText: string } & SumColumns<'total'>>({
    sql: `
      SELECT toString(day) AS dayText, ${ROLLUP_SUMS(scope)}
      FROM sealed_day WHERE ${ofScope(scope)} AND ${ofCustomers} AND ${IN_DAYS} GROUP BY day`,
    params: { ...scopeParams(scope), ...customerParams(customers), ...dayParams(sealed) },
    scope,
  });
  return rows.map((row) => ({ day: row.dayText, ...toSums(row) }));
}

/**
 * Raw rows by day. Days are given as the instants at which they begin, ascending, the first not later than any row;
 * null takes the reporting day stamped on each event. `day` is then an ISO date, else the start as epoch ms in text.
 */
export const sumRawByDay = (
  events: EventsReader,
  scope: Scope,
  question: RawDaysQuestion,
  archive: Archive,
): Promise<DayRow[]> =>
  inEachPlace(archive, timesOf(question.raw), (place) => sumDaysAt(place, events, scope, question));

type RawDaysQuestion = {
  readonly raw: RawPart;
  readonly customers: CustomerKeys;
  readonly dayStarts: readonly number[] | null;
};

async function sumDaysAt(
  place: Place,
  events: EventsReader,
  scope: Scope,
  question: RawDaysQuestion,
): Promise<DayRow[]> {
  const { fromMs, toMs } = place.span;
  const time = within('total', clipRaw(question.raw, fromMs, toMs));
  if (time.sql === null) return [];
  const rows = await events.query<{ day: string } & SumColumns<'total'>>({
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
  return rows.map((row) => ({ day: row.day, ...toSums(row) }));
}
