import { WEEK_MS } from '#domain/durations.ts';
import { type Archive, COUNTS, ESTIMATED_BY_ROW, type SqlValue } from '#event-store/event-store.ts';
import { clip, type Interval, type RawPart } from '../plan/reading-plan.ts';
import { END_OF_TIME_MS } from '../query/time-range.ts';

type MoneyColumn = 'amount_micros' | 'owner_micros' | 'withheld_micros' | 'withheld_owner_micros';

/**
 * A source of the events in a time range: single events, or archived sums by quarter hour. Archived rows have the same
 * keys and columns. Their time is the start of the quarter hour. In every time zone, days start with a quarter hour.
 */
export type EventSource = {
  /** Returns the text after FROM, with only valid events unless `withInvalid`. Callers may append conditions. */
  from(table: 'events' | 'events_by_campaign', final?: 'FINAL', withInvalid?: boolean): string;
  /** Like `from`, but with only invalid events. */
  fromInvalid(table: 'events' | 'events_by_campaign', final?: 'FINAL'): string;
  /** Returns SQL that counts the events that match a condition. */
  count(condition: string): string;
  /** Returns SQL that counts matching views at outlets without an energy meter. */
  countEstimated(condition: string): string;
  /** Returns SQL that counts matching views with a play from this server. */
  countSigned(condition: string): string;
  /**
   * Returns SQL that counts matching views of flights without a play from this server. `sumUnsigned` sums an amount
   * column for these views. If only some views in an archived quarter hour have no play, these views get a proportional
   * share of its amount. The result is exact unless the price changed within the quarter hour.
   */
  countUnsigned(condition: string): string;
  sumUnsigned(column: MoneyColumn, condition: string): string;
  /** Returns SQL for a single event's amount as text, or '' if the row sums different prices. */
  each(column: MoneyColumn): string;
  /** Whether rows have an arrival time. */
  readonly knowsArrivals: boolean;
  /** SQL for the earliest event time in the row or rows. */
  readonly first: string;
  /** The time range covered by this source. */
  readonly span: Interval;
  readonly params: Readonly<Record<string, SqlValue>>;
};

/** Reads each source that has rows in these intervals, and joins the results. */
export async function forEachSource<Row>(
  archive: Archive,
  times: readonly Interval[],
  read: (place: EventSource) => Promise<Row[]>,
): Promise<Row[]> {
  return (await Promise.all(placesOf(archive, times).map(read))).flat();
}

/** Returns the intervals of raw rows. */
export const timesOf = ({ head, tail, weeks, within }: RawPart): readonly Interval[] =>
  weeks.length === 0 ? [head, tail] : [head, tail, within];

function placesOf({ endMs, weeks }: Archive, times: readonly Interval[]): EventSource[] {
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
  const places = seals.length === 0 ? [] : [archivedSums({ fromMs: 0, toMs: endMs }, seals)];
  return touches(endMs, END_OF_TIME_MS) ? [...places, single] : places;
}

/** Condition for views of flights. House ads are free and need no play. */
const VIEW_OF_FLIGHT = "kind = 'view' AND flight_id != 0";

const singleEvents = (span: Interval): EventSource => ({
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

const archivedSums = (span: Interval, seals: readonly number[]): EventSource => ({
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
