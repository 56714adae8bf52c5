import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { singleFlight } from '../../server/lib/single-flight.ts';
import { repairCampaignCopy } from './campaign-copy.ts';
import { repairEventIds } from './event-ids.ts';
import {
  type EventsDb,
  type EventsRead,
  type EventsReader,
  EventsUnavailableError,
  type InsertFence,
  type LostInsert,
  NothingStoredError,
  type StoredEvent,
} from './events-db.ts';
import { collectRows, type EngineRead, type EventsEngine } from './events-engine.ts';
import type { KnownEvents } from './known-events.ts';
import { LAST_PRIORITY } from './query-priority.ts';
import { repeatable } from './retry-steps.ts';
import { scopeFilters } from './scope-filters.ts';
import type { LateMark, SealLedger } from './seal-ledger.ts';
import { isoDate, lateWeeks } from './weeks.ts';

/** The events store, with the engine handle that internal jobs need. Features receive it as `EventsDb`. */
export interface EventsStore extends EventsDb {
  readonly engine: EventsEngine;
  readonly doubtfulDays: DoubtfulDays;
  /**
   * Preloads data that makes inserts faster. This takes seconds with many millions of events, but no caller has to wait
   * for it.
   */
  readAhead(): Promise<void>;
}

export type EventsStoreParts = {
  readonly engine: EventsEngine;
  readonly ledger: SealLedger;
  readonly knownEvents: KnownEvents;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Resolves once the rows are durable. */
  readonly insertRows: (rows: readonly StoredEvent[], fence?: InsertFence) => Promise<void>;
  /** Whether there is room for inserts. By default, always true. */
  readonly canInsert?: () => Promise<boolean>;
  /** Whether an insert has ended. By default, always true: the inserts of an embedded store end with their process. */
  readonly hasInsertEnded?: (insert: LostInsert) => Promise<boolean>;
  readonly readAhead?: () => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/**
 * Creates the part that both drivers share: scope, limits, encoding, late rows, known IDs.
 *
 * An insert runs in five steps:
 * 1. Mark the late weeks in the ledger, before any row is stored.
 * 2. Reject rows of archived weeks.
 * 3. Add the IDs to the known IDs.
 * 4. Pass the rows to the driver. After an unconfirmed failure, their days are doubtful.
 * 5. End the marks and confirm the IDs.
 */
export function createEventsStore(parts: EventsStoreParts): EventsStore {
  const { engine, ledger, knownEvents, now } = parts;
  const doubtfulDays = createDoubtfulDays();
  let closing: Promise<void> | null = null;

  async function insert(rows: readonly StoredEvent[], fence?: InsertFence): Promise<void> {
    if (rows.length === 0) return;
    const { watermark } = await ledger.current();
    const late = lateWeeks(rows, watermark, now());
    // Mark first, so that a crash after the insert cannot lose the mark. The seal job keeps the mark of an unfinished
    // insert, because it may have read the week before the rows arrived.
    const marks = late.length > 0 ? await ledger.beginInsert(late) : [];
    // A marked week cannot be archived.
    if (marks.length > 0) await refuseArchived(rows, marks);
    knownEvents.remember(rows);
    let isKnown = false;
    try {
      await parts.insertRows(rows, fence);
      isKnown = true;
    } catch (error) {
      if (!(error instanceof NothingStoredError)) doubtfulDays.add(rows);
      throw error;
    } finally {
      if (marks.length > 0) await ledger.endInsert(marks, isKnown);
    }
    knownEvents.confirm(rows);
  }

  /**
   * Rejects rows of archived weeks. Ingestion accepts no event so late that its week could be archived, unless a clock
   * is off by a month.
   */
  async function refuseArchived(rows: readonly StoredEvent[], marks: readonly LateMark[]): Promise<void> {
    const { archive } = await ledger.current();
    if (rows.every(({ timestampMs }) => timestampMs >= archive.endMs)) return;
    await ledger.endInsert(marks, true);
    throw new EventsUnavailableError('Of the time of these events only sums are kept.', false);
  }

  return {
    engine,
    doubtfulDays,
    ...createReads(engine),
    insert,
    findEvents: (eventIds) => knownEvents.find(eventIds),
    findFollowers: (wanted) => knownEvents.findFollowers(wanted),
    hasInsertEnded: async (lost) => (await parts.hasInsertEnded?.(lost)) ?? true,
    seal: () => ledger.current(),
    // While a store does not respond, callers share one check.
    isReady: singleFlight(
      'while it runs',
      async () => (await isReady(engine)) && ((await parts.canInsert?.()) ?? true),
    ),
    readAhead: async () => {
      await parts.readAhead?.();
    },
    close: () => (closing ??= parts.close()),
  };
}

/** Creates the read functions of a store. Each read stays within its scope and limits. */
export const createReads = (
  engine: Pick<EventsEngine, 'database' | 'read'>,
): Pick<EventsReader, 'query' | 'stream'> => ({
  query: (read) => {
    const lane = read.priority === 'low' ? 'report' : 'small';
    return repeatable(() => collectRows(engine, engineRead(read, engine.database, lane)));
  },
  stream: async function* (read) {
    for await (const rows of engine.read<never>(engineRead(read, engine.database, 'large'))) yield* rows;
  },
});

/** Memory limit for one result, in bytes. Results spill to disk before they reach the limit. */
const READ_MEMORY_BYTES = 200_000_000;
const SPILL_BYTES = 66_000_000;

/**
 * Settings that keep a read small. Reads share two cores and 600 MB, so each has one thread, and buffers that fit a
 * block instead of 1 MB per column.
 */
const SMALL_FOOTPRINT = { max_threads: 1, max_read_buffer_size: 131_072 } as const;

/**
 * Setting that disables statistics. By default, each query reloads the statistics of every part, which took a tenth of
 * its time. Statistics only order conditions, and these queries have few.
 */
const NO_STATISTICS = { allow_statistics_optimize: 0 } as const;

async function isReady(engine: EventsEngine): Promise<boolean> {
  try {
    const settings = { max_execution_time: 2 };
    return (await collectRows(engine, { sql: 'SELECT 1', params: {}, settings, lane: 'small' })).length === 1;
  } catch {
    return false;
  }
}

function engineRead(read: EventsRead, database: string, lane: EngineRead['lane']): EngineRead {
  const filters = scopeFilters(read.scope, database);
  return {
    sql: read.sql,
    params: read.params ?? {},
    lane,
    settings: {
      max_execution_time: read.limits?.seconds ?? 5,
      max_memory_usage: READ_MEMORY_BYTES,
      ...SMALL_FOOTPRINT,
      ...NO_STATISTICS,
      ...(lane === 'report' ? LAST_PRIORITY : {}),
      max_bytes_before_external_group_by: SPILL_BYTES,
      max_bytes_before_external_sort: SPILL_BYTES,
      max_result_rows: read.limits?.rows ?? 200_000,
      result_overflow_mode: 'throw',
      output_format_json_quote_64bit_integers: 1,
      session_timezone: 'UTC',
      do_not_merge_across_partitions_select_final: 1,
      ...(filters === null ? {} : { additional_table_filters: filters }),
    },
  };
}

/** Upper limit for the duration of an insert that this process gave up. The server's own limits end such an insert. */
const LONGEST_INSERT_MS = 5 * MINUTE_MS;

/**
 * Days of failed inserts with an unknown outcome. An event may be in `events` but not in the campaign copy. When that
 * event is resent, it is a duplicate, so the copy would lack it until its week is sealed.
 */
type DoubtfulDays = {
  add(rows: readonly { readonly timestampMs: number }[]): void;
  isEmpty(): boolean;
  /**
   * Repairs doubtful days and returns the days (ISO dates) whose copy lacked rows. A day is checked repeatedly until no
   * insert from that time can still be in progress.
   */
  repair(engine: EventsEngine): Promise<string[]>;
};

/** Creates an empty record of doubtful days. `elapsed` returns milliseconds of a monotonic clock. */
export function createDoubtfulDays(elapsed: () => number = () => performance.now()): DoubtfulDays {
  const failedAt = new Map<string, number>();
  return {
    add: (rows) => {
      const at = elapsed();
      for (const { timestampMs } of rows) failedAt.set(isoDate(timestampMs), at);
    },
    isEmpty: () => failedAt.size === 0,
    repair: async (engine) => {
      const repaired: string[] = [];
      for (const day of [...failedAt.keys()]) {
        const lookedAt = elapsed();
        const end = isoDate(Date.parse(day) + DAY_MS);
        await repairEventIds(engine, day, end);
        const differing = await repairCampaignCopy(engine, day, end);
        if (differing.length > 0) repaired.push(day);
        if (lookedAt - (failedAt.get(day) ?? 0) >= LONGEST_INSERT_MS) failedAt.delete(day);
      }
      return repaired;
    },
  };
}
