import type { Archive, EventsReader, StoredKind } from '#event-store/event-store.ts';
import type { Interval } from '../plan/reading-plan.ts';
import type { CellsQuestion } from '../query/cells-question.ts';
import { forEachSource } from './archive-queries.ts';
import { frame, MOST_CELLS, moneyColumns, tooLong } from './cells-queries.ts';
import { findSentIds } from './sent-ids-queries.ts';
import type { ViewPlace } from './view-events-queries.ts';

/** Events that have the same value in each column, and their sums. */
export type TermsRow = {
  readonly of: readonly string[];
  readonly events: number;
  readonly views: number;
  readonly micros: bigint;
  /** The owner's part if the scope may see both sides; otherwise 0. */
  readonly ownerMicros: bigint;
  readonly energyMilliWh: bigint;
  readonly estimatedViews: number;
  /**
   * Keys of the flights if the scope may see prices, and of the owners if the scope may see shares. Incomplete if there
   * are many keys.
   */
  readonly flightKeys: readonly number[];
  readonly customerKeys: readonly number[];
};

/** Maximum number of keys per row. A few are enough to explain an amount. */
const MOST_KEYS = 200;

const keysOfSome = (column: 'flight_id' | 'customer_id', isTold: boolean): string =>
  isTold ? `groupUniqArray(${MOST_KEYS})(${column})` : 'emptyArrayUInt32()';

/** Sums the terms that make up figures, by the question's columns. */
export const sumTerms = (
  events: EventsReader,
  question: CellsQuestion,
  interval: Interval,
  archive: Archive,
): Promise<TermsRow[]> =>
  forEachSource(archive, [interval], async (place) => {
    const { select, from, keysOf, read } = frame(place, question, interval);
    const { kind } = question.scope;
    const { money, owner } = moneyColumns(question);
    const energy =
      kind === 'advertiser'
        ? '0 AS energy, 0 AS estimated'
        : `sum(energy_milli_wh) AS energy, ${place.countEstimated('true')} AS estimated`;
    const rows = await events.query<
      Record<'happened' | 'views' | 'micros' | 'ownerMicros' | 'energy' | 'estimated', string> &
        Record<'flights' | 'customers', number[]>
    >({
      ...read,
      sql: `SELECT ${select}${place.count('true')} AS happened, ${place.count("kind = 'view'")} AS views, sum(${money}) AS micros,
        ${kind === 'all' ? `sum(${owner})` : '0'} AS ownerMicros, ${energy},
        ${keysOfSome('flight_id', kind !== 'owner')} AS flights, ${keysOfSome('customer_id', kind === 'all')} AS customers ${from}`,
    });
    if (rows.length > MOST_CELLS) throw tooLong();
    return rows.map((row) => ({
      of: keysOf(row),
      events: Number(row.happened),
      views: Number(row.views),
      micros: BigInt(row.micros),
      ownerMicros: BigInt(row.ownerMicros),
      energyMilliWh: BigInt(row.energy),
      estimatedViews: Number(row.estimated),
      flightKeys: row.flights,
      customerKeys: row.customers,
    }));
  });

/** A single event with the amounts that it adds. */
export type TermEvent = {
  /** The UUID that the outlet sent; '' if unknown. */
  readonly sentId: string;
  readonly timestampMs: number;
  readonly eventId: bigint;
  readonly kind: StoredKind;
  readonly customerKey: number;
  readonly outletKey: number;
  readonly advertiserKey: number;
  readonly flightKey: number;
  readonly micros: bigint;
  readonly ownerMicros: bigint;
  readonly energyMilliWh: bigint;
  readonly isEstimated: boolean;
  /** Why the event is invalid, or `none`. */
  readonly reason: string;
};

/** Conditions that leave out events that add nothing to the figure. */
const ADDING = {
  money: 'amount_micros != 0',
  withheld: 'withheld_micros != 0',
  energy: 'energy_milli_wh != 0',
  any: 'true',
} as const;

export type TermsPage = {
  readonly adding: keyof typeof ADDING;
  readonly before: ViewPlace | null;
  readonly kinds: readonly StoredKind[];
  readonly limit: number;
};

/** Finds single events, newest first. Archived weeks have no single events. */
export const findTermEvents = (
  events: EventsReader,
  question: CellsQuestion,
  interval: Interval,
  { archive, page }: { readonly archive: Archive; readonly page: TermsPage },
): Promise<TermEvent[]> =>
  forEachSource({ ...archive, weeks: new Map() }, [interval], async (place) => {
    const { rows, read } = frame(place, { ...question, columns: [] }, interval);
    const { kind } = question.scope;
    const { money, owner } = moneyColumns(question);
    const energy =
      kind === 'advertiser'
        ? '0 AS energy, false AS isEstimated'
        : `energy_milli_wh AS energy, kind = 'view' AND NOT energy_metered AS isEstimated`;
    const found = await events.query<{
      at: string;
      id: string;
      type: StoredKind;
      customer: number;
      outlet: number;
      advertiser: number;
      flight: number;
      micros: string;
      ownerMicros: string;
      energy: string;
      isEstimated: boolean | number;
      reason: string;
    }>({
      ...read,
      sql: `SELECT toUnixTimestamp64Milli(ts) AS at, toString(event_id) AS id, toString(kind) AS type, toString(invalid) AS reason, customer_id AS customer,
          device_id AS outlet, advertiser_id AS advertiser, flight_id AS flight, toString(${money}) AS micros,
          ${kind === 'all' ? `toString(${owner})` : "'0'"} AS ownerMicros, ${energy}
        ${rows} AND ${ADDING[page.adding]} AND toString(kind) IN {kinds:Array(String)}
          AND (ts, event_id) < (fromUnixTimestamp64Milli({beforeTs:Int64}, 'UTC'), {beforeId:UInt64})
        ORDER BY ts DESC, event_id DESC LIMIT {page:UInt32}`,
      params: {
        ...read.params,
        kinds: page.kinds,
        beforeTs: page.before?.timestampMs ?? interval.toMs,
        beforeId: page.before?.eventId ?? 0n,
        page: page.limit,
      },
    });
    const sentIds = await findSentIds(events, question.scope, found);
    return found.map((row) => ({
      sentId: sentIds.get(row.id) ?? '',
      timestampMs: Number(row.at),
      eventId: BigInt(row.id),
      kind: row.type,
      customerKey: row.customer,
      outletKey: row.outlet,
      advertiserKey: row.advertiser,
      flightKey: row.flight,
      micros: BigInt(row.micros),
      ownerMicros: BigInt(row.ownerMicros),
      energyMilliWh: BigInt(row.energy),
      isEstimated: Boolean(row.isEstimated),
      reason: row.reason,
    }));
  });
