import type { InvalidReason } from '#contract/ingest.ts';
import type { TrafficDimension } from '#contract/traffic.ts';
import type { CalendarRange } from '#domain/range-preset.ts';
import type { Scope } from '#domain/role.ts';
import { type Archive, COUNTS, type EventKind, type EventsReader, type SqlValue } from '#event-store/event-store.ts';
import { clipRaw, type Interval, type RawPart, type SealedPart } from '../plan/reading-plan.ts';
import type { CustomerKeys } from '../query/sums-question.ts';
import { forEachSource, timesOf } from './archive-queries.ts';
import { MONEY } from './event-sums.ts';
import { between, intervalParams, within } from './raw-times.ts';
import { customerParams, ofCustomers, ofScope, scopeParams, tableOf, WITHHELD } from './sums-queries.ts';

/** Invalid events with one reason. `withheldMicros` is the amount for the scope's role. */
export type InvalidCounts = { views: number; clicks: number; burns: number; withheldMicros: bigint };

/** Events of one kind with one reason (`none` if valid), grouped by the question's dimension. */
export type JudgedRow = {
  readonly key: string;
  readonly kind: EventKind;
  readonly reason: InvalidReason | 'none';
  readonly events: number;
  readonly withheldMicros: bigint;
};

export type JudgedQuestion = {
  readonly scope: Scope;
  readonly customers: CustomerKeys;
  readonly by: TrafficDimension;
  /** The time zone for days; null uses the days stamped on the events. */
  readonly zone: string | null;
  readonly stamps: CalendarRange | null;
  /** Only these flights; null means all events, with or without a flight. */
  readonly flights: readonly number[] | null;
};

type Row = { key: string; kind: EventKind; reason: InvalidReason | 'none'; events: string; withheld: string };

/** Row limit that is enough for every outlet of a large network. */
const LIMITS = { rows: 10_000_000 };

const keyOf = ({ by, zone }: JudgedQuestion): string => {
  if (by === 'outlet') return 'toString(device_id)';
  if (by === 'flight') return 'toString(flight_id)';
  return zone === null ? 'toString(local_day)' : 'toString(toDate(ts, {zone:String}))';
};

const columns = (question: JudgedQuestion, count: string) =>
  `${keyOf(question)} AS key, kind, invalid AS reason, ${count} AS events, sum(${WITHHELD[question.scope.kind]}) AS withheld`;
const conditions = ({ scope, stamps, flights }: JudgedQuestion) =>
  `${ofScope(scope)} AND ${ofCustomers}${flights === null ? '' : ' AND flight_id IN {flights:Array(UInt32)}'}${
    stamps === null ? '' : ' AND local_day >= {fromStamp:Date} AND local_day <= {toStamp:Date}'
  }`;

const paramsOf = ({ scope, customers, zone, stamps, flights }: JudgedQuestion): Record<string, SqlValue> => ({
  ...scopeParams(scope),
  ...customerParams(customers),
  ...(zone === null ? {} : { zone }),
  // The engine fails on an empty set, so use a number that no flight has instead.
  ...(flights === null ? {} : { flights: flights.length === 0 ? [NO_FLIGHT] : flights }),
  ...(stamps === null ? {} : { fromStamp: stamps.from, toStamp: stamps.to < LAST_DAY ? stamps.to : LAST_DAY }),
});
const NO_FLIGHT = 4_294_967_295;
/** The latest day that fits into a date column. */
const LAST_DAY = '2149-06-06';

const toJudged = ({ key, kind, reason, events, withheld }: Row): JudgedRow => ({
  key,
  kind,
  reason,
  events: Number(events),
  withheldMicros: BigInt(withheld),
});

/** Counts valid or invalid events from raw rows or from their archived sums. */
export const judgeRaw = (
  events: EventsReader,
  question: JudgedQuestion,
  { raw, counting }: { readonly raw: RawPart; readonly counting: boolean },
  archive: Archive,
): Promise<JudgedRow[]> =>
  forEachSource(archive, timesOf(raw), async (place) => {
    const time = within('raw', clipRaw(raw, place.span.fromMs, place.span.toMs));
    if (time.sql === null) return [];
    const table = tableOf(question.scope);
    const rows = await events.query<Row>({
      sql: `SELECT ${columns(question, place.count('true'))}
        FROM ${counting ? place.from(table, 'FINAL') : place.fromInvalid(table, 'FINAL')}
          AND ${conditions(question)} AND ${time.sql}
        GROUP BY key, kind, reason`,
      params: {
        ...paramsOf(question),
        ...time.params,
        ...place.params,
      },
      scope: question.scope,
      limits: LIMITS,
    });
    return rows.map(toJudged);
  });

/**
 * Numbers of valid views with and without a play from this server. Rollups do not have these counts. `unsignedMicros`
 * is the amount for the scope's role.
 */
export type PlayCounts = { readonly signed: number; readonly unsigned: number; readonly unsignedMicros: bigint };

const NO_PLAYS: PlayCounts = { signed: 0, unsigned: 0, unsignedMicros: 0n };

export async function countPlays(
  events: EventsReader,
  question: JudgedQuestion,
  raw: RawPart,
  archive: Archive,
): Promise<PlayCounts> {
  const { scope } = question;
  const counts = await forEachSource(archive, timesOf(raw), async (place) => {
    const time = within('raw', clipRaw(raw, place.span.fromMs, place.span.toMs));
    if (time.sql === null) return [];
    const rows = await events.query<{ with_play: string; without_play: string; money: string }>({
      sql: `SELECT ${place.countSigned('true')} AS with_play, ${place.countUnsigned('true')} AS without_play,
        ${place.sumUnsigned(MONEY[scope.kind], 'true')} AS money FROM ${place.from(tableOf(question.scope), 'FINAL')}
        AND kind = 'view' AND ${conditions(question)} AND ${time.sql}`,
      params: {
        ...paramsOf({ ...question, zone: null }),
        ...time.params,
        ...place.params,
      },
      scope: question.scope,
    });
    return rows.map((row) => ({
      signed: Number(row.with_play),
      unsigned: Number(row.without_play),
      unsignedMicros: BigInt(row.money),
    }));
  });
  return counts.reduce(
    (sum, one) => ({
      signed: sum.signed + one.signed,
      unsigned: sum.unsigned + one.unsigned,
      unsignedMicros: sum.unsignedMicros + one.unsignedMicros,
    }),
    NO_PLAYS,
  );
}

/** Counts invalid events on sealed days. */
export async function judgeSealed(
  events: EventsReader,
  question: JudgedQuestion,
  { fromDay, toDay, seals }: Extract<SealedPart, { kind: 'days' }>,
): Promise<JudgedRow[]> {
  const within = { fromMs: Date.parse(fromDay), toMs: Date.parse(toDay) };
  const rows = await events.query<Row>({
    sql: `SELECT ${columns(question, 'sum(events)')}
      FROM sealed_invalid WHERE seal IN {seals:Array(UInt32)} AND ${conditions(question)} AND ${between('sealed')}
      GROUP BY key, kind, reason`,
    params: { ...paramsOf(question), ...intervalParams('sealed', within), seals },
    scope: question.scope,
    limits: LIMITS,
  });
  return rows.map(toJudged);
}

export type InvalidEvent = {
  readonly timestampMs: number;
  readonly kind: EventKind;
  readonly outletKey: number;
  readonly flightKey: number;
  readonly reason: InvalidReason;
  readonly withheldMicros: bigint;
};

type EventRow = {
  at: string;
  kind: EventKind;
  outlet: number;
  flight: number;
  reason: InvalidReason;
  withheld: string;
};

/**
 * Finds the latest invalid events with one reason, or with any reason if `reason` is null. Does not read the visitors.
 */
export async function findInvalidEvents(
  events: EventsReader,
  question: JudgedQuestion,
  asked: { readonly within: Interval; readonly reason: InvalidReason | null; readonly limit: number },
): Promise<InvalidEvent[]> {
  const { scope } = question;
  const rows = await events.query<EventRow>({
    sql: `SELECT toUnixTimestamp64Milli(ts) AS at, kind, device_id AS outlet, flight_id AS flight, invalid AS reason,
        ${WITHHELD[scope.kind]} AS withheld
      FROM ${tableOf(scope)} FINAL
      WHERE NOT (${COUNTS}) AND ${conditions(question)} AND ${between('sample')}
        ${asked.reason === null ? '' : 'AND invalid = {reason:String}'}
      ORDER BY ts DESC, event_id DESC LIMIT {limit:UInt32}`,
    params: {
      ...paramsOf({ ...question, zone: null }),
      ...intervalParams('sample', asked.within),
      ...(asked.reason === null ? {} : { reason: asked.reason }),
      limit: asked.limit,
    },
    scope,
  });
  return rows.map(({ at, kind, outlet, flight, reason, withheld }) => ({
    timestampMs: Number(at),
    kind,
    outletKey: outlet,
    flightKey: flight,
    reason,
    withheldMicros: BigInt(withheld),
  }));
}
