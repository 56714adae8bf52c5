import type { CalendarRange } from '#domain/range-preset.ts';
import type { Scope } from '#domain/role.ts';
import { COUNTS, type EventsReader, NO_UUID, type SqlValue } from '#event-store/event-store.ts';
import type { Interval } from '../plan/reading-plan.ts';

/** A view as stored. An advertiser's query does not read the visitor and the play token, so these fields are ''. */
export type RecordedView = {
  readonly timestampMs: number;
  readonly eventId: bigint;
  /** 32 lowercase hex digits. */
  readonly fingerprint: string;
  readonly ip: string;
  readonly advertiserKey: number;
  readonly flightKey: number;
  readonly cryptic: string;
  /** The UUID that the outlet sent; '' if unknown, and for the latest views that are read from the rollup. */
  readonly sentId: string;
};

/** A position in a list of views, newest first. */
export type ViewPlace = { readonly timestampMs: number; readonly eventId: bigint };

type ViewRow = {
  timestampMs: string;
  eventId: string;
  fingerprint: string;
  ip: string;
  advertiserKey: number;
  flightKey: number;
  cryptic: string;
  sentId: string;
};

const toView = (row: ViewRow): RecordedView => ({
  timestampMs: Number(row.timestampMs),
  eventId: BigInt(row.eventId),
  fingerprint: row.fingerprint,
  ip: row.ip,
  advertiserKey: row.advertiserKey,
  flightKey: row.flightKey,
  cryptic: row.cryptic,
  sentId: row.sentId === NO_UUID ? '' : row.sentId,
});

const at = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;

/** The columns of a view. An advertiser's query never reads the visitor or the play token. */
const VISITOR = 'lower(hex(fingerprint)) AS fingerprint, toString(ip) AS ip, cryptic';
const NO_VISITOR = "'' AS fingerprint, '' AS ip, '' AS cryptic";
const ownOnly = (scope: Scope) => (scope.kind === 'advertiser' ? 'AND advertiser_id = {advertiser:UInt32}' : '');
const ownParams = (scope: Scope): Record<string, SqlValue> =>
  scope.kind === 'advertiser' ? { advertiser: scope.customerKey } : {};

/** Returns the condition for days that are counted using the venue's day stamped on each view. */
const stamped = (days: CalendarRange | null) =>
  days === null ? '' : 'AND local_day >= {fromDay:Date} AND local_day <= {toDay:Date}';
const stampParams = (days: CalendarRange | null): Record<string, SqlValue> =>
  days === null ? {} : { fromDay: days.from, toDay: days.to < LAST_DAY ? days.to : LAST_DAY };
/** The latest day that fits into a date column. */
const LAST_DAY = '2149-06-06';

/** Returns a condition for views that arrived before a second of the store's clock. */
const known = (on: number | null) => (on === null ? '' : 'AND toUnixTimestamp(ingested_at) < {knownOn:UInt64}');
const knownParams = (on: number | null): Record<string, SqlValue> => (on === null ? {} : { knownOn: on });

const outletViews = (scope: Scope, days: CalendarRange | null, knownOn: number | null) => `
  SELECT toUnixTimestamp64Milli(ts) AS timestampMs, event_id AS eventId, advertiser_id AS advertiserKey,
    flight_id AS flightKey, toString(sent_id) AS sentId, ${scope.kind === 'advertiser' ? NO_VISITOR : VISITOR}
  FROM events FINAL
  WHERE customer_id IN {customers:Array(UInt32)} AND device_id = {outlet:UInt32} AND kind = 'view' AND ${COUNTS} ${ownOnly(scope)}
    ${stamped(days)} ${known(knownOn)}
    AND ts >= ${at('from')} AND ts <= ${at('before')} AND (ts, event_id) < (${at('before')}, {beforeId:UInt64})
  ORDER BY ts DESC, event_id DESC LIMIT {limit:UInt32}`;

/**
 * Finds an outlet's views that were recorded for these customers, newest first, before `before` and not before
 * `fromMs`.
 */
export async function findOutletViews(
  events: EventsReader,
  scope: Scope,
  question: {
    readonly customerKeys: readonly number[];
    readonly outletKey: number;
    readonly fromMs: number;
    readonly stamps: CalendarRange | null;
    readonly knownOn: number | null;
    readonly before: ViewPlace;
    readonly limit: number;
  },
): Promise<RecordedView[]> {
  const rows = await events.query<ViewRow>({
    sql: outletViews(scope, question.stamps, question.knownOn),
    params: {
      customers: question.customerKeys,
      outlet: question.outletKey,
      from: question.fromMs,
      before: question.before.timestampMs,
      beforeId: question.before.eventId,
      limit: question.limit,
      ...stampParams(question.stamps),
      ...knownParams(question.knownOn),
      ...ownParams(scope),
    },
    scope,
  });
  return rows.map(toView);
}

export type RecentViews = {
  readonly customerKey: number;
  readonly outletKey: number;
  readonly views: readonly RecordedView[];
};

type RecentRow = { customerKey: number; outletKey: number; views: readonly ViewTuple[] };
type ViewTuple = readonly [string, string, string, string, number, number, string];

const toRecent = ({ customerKey, outletKey, views }: RecentRow): RecentViews => ({
  customerKey,
  outletKey,
  views: views.map(([timestampMs, eventId, fingerprint, ip, advertiserKey, flightKey, cryptic]) => ({
    timestampMs: Number(timestampMs),
    eventId: BigInt(eventId),
    fingerprint,
    ip,
    advertiserKey,
    flightKey,
    cryptic,
    sentId: '',
  })),
});

const STORED = 'tuple(ts, event_id, fingerprint, ip, advertiser_id, campaign_id, flight_id, cryptic)';
const NEWEST_STORED = `groupArraySorted(12)((-toUnixTimestamp64Milli(ts), bitNot(event_id), ${STORED})).3`;
const SENT = `arrayMap(view -> (toUnixTimestamp64Milli(view.1), view.2, lower(hex(view.3)), toString(view.4), view.5,
  view.7, view.8), sorted)`;
const NEWEST_OF = (arrays: string) =>
  `arraySlice(arrayReverseSort(view -> (view.1, view.2), arrayDistinct(groupArrayArray(${arrays}))), 1, 12)`;

const RECENT_WITH_ROLLUP = `
  SELECT customerKey, outletKey, ${SENT} AS views FROM (
    SELECT customer_id AS customerKey, device_id AS outletKey, ${NEWEST_OF('newest')} AS sorted FROM (
      SELECT customer_id, device_id, last AS newest FROM device_recent
      WHERE gen = {generation:UInt32} AND customer_id IN {customers:Array(UInt32)}
      UNION ALL
      SELECT customer_id, device_id, ${NEWEST_STORED} AS newest FROM events FINAL
      WHERE customer_id IN {customers:Array(UInt32)} AND kind = 'view' AND ${COUNTS}
        AND (ts >= ${at('watermark')} OR toMonday(ts) IN {lateWeeks:Array(Date)})
      GROUP BY customer_id, device_id
    ) GROUP BY customerKey, outletKey
  )`;

const NEWEST_OWN = `groupArraySorted(12)(
  (-toUnixTimestamp64Milli(ts), bitNot(event_id), advertiser_id, flight_id))`;
const SENT_OWN = "arrayMap(view -> (-view.1, bitNot(view.2), '', '', view.3, view.4, ''), sorted)";

const recentWithin = (scope: Scope, days: CalendarRange | null, knownOn: number | null) => `
  SELECT customerKey, outletKey, ${scope.kind === 'advertiser' ? SENT_OWN : SENT} AS views FROM (
    SELECT customer_id AS customerKey, device_id AS outletKey,
      ${scope.kind === 'advertiser' ? NEWEST_OWN : NEWEST_STORED} AS sorted
    FROM events FINAL
    WHERE customer_id IN {customers:Array(UInt32)} AND device_id IN {outlets:Array(UInt32)} AND kind = 'view' AND ${COUNTS}
      ${ownOnly(scope)} ${stamped(days)} ${known(knownOn)} AND ts >= ${at('from')} AND ts < ${at('to')}
    GROUP BY customerKey, outletKey
  )`;

/** Finds the 12 latest views at each of the customers' outlets, for owners and administrators. */
export async function findNewestViews(
  events: EventsReader,
  scope: Scope,
  question: {
    readonly customerKeys: readonly number[];
    readonly generation: number;
    readonly watermarkMs: number;
    readonly lateWeeks: readonly string[];
  },
): Promise<RecentViews[]> {
  return findRecent(events, scope, RECENT_WITH_ROLLUP, {
    customers: question.customerKeys,
    generation: question.generation,
    watermark: question.watermarkMs,
    lateWeeks: question.lateWeeks.length === 0 ? [NO_WEEK] : question.lateWeeks,
  });
}

/** A Monday without events, used because the engine (26.7) fails on an empty set next to a partition key. */
const NO_WEEK = '2100-01-04';

/** Finds the 12 latest views within an interval at each of the outlets, recorded for these customers. */
export async function findNewestViewsWithin(
  events: EventsReader,
  scope: Scope,
  question: {
    readonly customerKeys: readonly number[];
    readonly outletKeys: readonly number[];
    readonly within: Interval;
    readonly stamps: CalendarRange | null;
    readonly knownOn: number | null;
  },
): Promise<RecentViews[]> {
  const { customerKeys, knownOn, outletKeys, within, stamps } = question;
  return findRecent(events, scope, recentWithin(scope, stamps, knownOn), {
    ...stampParams(stamps),
    ...knownParams(knownOn),
    customers: customerKeys,
    outlets: outletKeys,
    from: within.fromMs,
    to: within.toMs,
    ...ownParams(scope),
  });
}

async function findRecent(events: EventsReader, scope: Scope, sql: string, params: Record<string, SqlValue>) {
  return (await events.query<RecentRow>({ sql, params, scope })).map(toRecent);
}
