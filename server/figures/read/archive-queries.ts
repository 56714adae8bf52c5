import { WEEK_MS } from '#domain/durations.ts';
import { type Archive, COUNTS, ESTIMATED_BY_ROW, type SqlValue } from '../../databases/events/events-db.ts';
import { END_OF_TIME_MS } from '../asked/time-range.ts';
import { clip, type Interval, type RawPart } from '../plan/reading-plan.ts';

type MoneyColumn = 'amount_micros' | 'owner_micros' | 'withheld_micros' | 'withheld_owner_micros';

/**
 * Where the rows of a time lie: as single events, or, where these are kept no longer, as what they came to by quarter hours.
 * Those have the same keys and columns and lie at the beginning of their quarter, where every zone's days begin.
 */
export type Place = {
  /** What follows FROM, of it only what counts unless all is asked for; a condition may be added to it. */
  from(table: 'events' | 'events_by_campaign', final?: 'FINAL', withInvalid?: boolean): string;
  /** Of it only what does not count. */
  fromInvalid(table: 'events' | 'events_by_campaign', final?: 'FINAL'): string;
  /** How many events a condition holds for. */
  count(condition: string): string;
  /** How many views without a meter it holds for. */
  countEstimated(condition: string): string;
  /** How many views that were shown for a play of this server it holds for. */
  countSigned(condition: string): string;
  /**
   * How many views of flights without a play of this server it holds for, and a column of their money. A quarter hour of archived
   * views that are partly without a play has their part of its money, which is exact unless the price changed within it.
   */
  countUnsigned(condition: string): string;
  sumUnsigned(column: MoneyColumn, condition: string): string;
  /** A column of money of one event, as text; '' where the row is several of different prices. */
  each(column: MoneyColumn): string;
  /** Whether it is known when a row was stored. */
  readonly knowsArrivals: boolean;
  /** The first of the instants. */
  readonly first: string;
  /** What of any time lies here. */
  readonly span: Interval;
  readonly params: Readonly<Record<string, SqlValue>>;
};

/** Asks each place that has rows of these times. */
export async function inEachPlace<Row>(
  archive: Archive,
  times: readonly Interval[],
  read: (place: Place) => Promise<Row[]>,
): Promise<Row[]> {
  return (await Promise.all(placesOf(archive, times).map(read))).flat();
}

/** The times of raw rows. */
export const timesOf = ({ head, tail, weeks, within }: RawPart): readonly Interval[] =>
  weeks.length === 0 ? [head, tail] : [head, tail, within];

function placesOf({ endMs, weeks }: Archive, times: readonly Interval[]): Place[] {
  const touches = (fromMs: number, toMs: number) =>
    times.some((time) => {
      const part = clip(time, fromMs, toMs);
      return part.fromMs < part.toMs;
    });
  const single = singleEvents({ fromMs: endMs, toMs: END_OF_TIME_MS });
  if (!touches(0, endMs)) return [single];
  const seals: number[] = [];
  for (const [week, { number }] of weeks) {
    const startMs = Date.parse(week);
    if (touches(startMs, startMs + WEEK_MS)) seals.push(number);
  }
  const places = seals.length === 0 ? [] : [addedUp({ fromMs: 0, toMs: endMs }, seals)];
  return touches(endMs, END_OF_TIME_MS) ? [...places, single] : places;
}

/** Ads of the house cost nothing and need no play. */
const VIEW_OF_FLIGHT = "kind = 'view' AND flight_id != 0";

const singleEvents = (span: Interval): Place => ({
  from: (table, final, withInvalid) => `${table} ${final ?? ''} WHERE ${withInvalid ? 'true' : COUNTS}`,
  fromInvalid: (table, final) => `${table} ${final ?? ''} WHERE NOT (${COUNTS})`,
  count: (condition) => `countIf((${condition}) AND kind != 'reading')`,
  countEstimated: (condition) => `sumIf(${ESTIMATED_BY_ROW}, ${condition})`,
  countSigned: (condition) => `countIf(kind = 'view' AND signed AND ${condition})`,
  countUnsigned: (condition) => `countIf(${VIEW_OF_FLIGHT} AND NOT signed AND ${condition})`,
  sumUnsigned: (column, condition) => `sumIf(${column}, ${VIEW_OF_FLIGHT} AND NOT signed AND ${condition})`,
  each: (column) => `toString(${column})`,
  knowsArrivals: true,
  first: 'min(ts)',
  span,
  params: {},
});

const addedUp = (span: Interval, seals: readonly number[]): Place => ({
  from: (_table, _final, withInvalid) =>
    `archived_quarter WHERE seal IN {archived:Array(UInt32)} AND ${withInvalid ? 'true' : COUNTS}`,
  fromInvalid: () => `archived_quarter WHERE seal IN {archived:Array(UInt32)} AND NOT (${COUNTS})`,
  count: (condition) => `sumIf(events, ${condition})`,
  countEstimated: (condition) => `sumIf(estimated_views, ${condition})`,
  countSigned: (condition) => `sumIf(signed_views, ${condition})`,
  countUnsigned: (condition) => `sumIf(events - signed_views, ${VIEW_OF_FLIGHT} AND ${condition})`,
  sumUnsigned: (column, condition) =>
    `sumIf(intDiv(${column} * (events - signed_views), greatest(events, 1)), ${VIEW_OF_FLIGHT} AND ${condition})`,
  each: (column) => `if(events > 0 AND ${column} % events = 0, toString(intDiv(${column}, events)), '')`,
  knowsArrivals: false,
  first: 'min(first_ts)',
  span,
  params: { archived: seals },
});
