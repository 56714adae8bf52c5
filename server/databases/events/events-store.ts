import { sharedWork } from '../../lib/shared-work.ts';
import { createDoubtfulDays, type DoubtfulDays } from './doubtful-days.ts';
import {
  type EventsDb,
  type EventsRead,
  EventsUnavailableError,
  type InsertFence,
  NothingStoredError,
  type StoredEvent,
} from './events-db.ts';
import { collectRows, type EngineRead, type EventsEngine } from './events-engine.ts';
import type { KnownEvents } from './known-events.ts';
import { scopeFilters } from './scope-filters.ts';
import type { LateMark, SealLedger } from './seal-ledger.ts';
import { lateWeeks } from './weeks.ts';

/** The events store with the handle that its own jobs need; features are given it as `EventsDb`. */
export interface EventsStore extends EventsDb {
  readonly engine: EventsEngine;
  readonly doubtfulDays: DoubtfulDays;
  /** Reads what makes inserts quicker, which takes seconds at many millions of events; nothing has to wait for it. */
  readAhead(): Promise<void>;
}

export type EventsStoreParts = {
  readonly engine: EventsEngine;
  readonly ledger: SealLedger;
  readonly knownEvents: KnownEvents;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Durable when it resolves. */
  readonly insertRows: (rows: readonly StoredEvent[], fence?: InsertFence) => Promise<void>;
  /** Whether there is room for what is inserted; always unless told otherwise. */
  readonly canInsert?: () => Promise<boolean>;
  readonly readAhead?: () => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/** What both drivers have in common: scope, limits, encoding, late rows, known ids. */
export function createEventsStore(parts: EventsStoreParts): EventsStore {
  const { engine, ledger, knownEvents, now } = parts;
  const doubtfulDays = createDoubtfulDays();
  let closing: Promise<void> | null = null;

  async function insert(rows: readonly StoredEvent[], fence?: InsertFence): Promise<void> {
    if (rows.length === 0) return;
    const { watermark } = await ledger.current();
    const late = lateWeeks(rows, watermark, now());
    // Marked before, so that a crash after the insert cannot lose the fact; and the seal job leaves the mark of an insert
    // that has not ended, because it may have read the week before the rows were there.
    const marks = late.length > 0 ? await ledger.beginInsert(late) : [];
    // Once the marks are there, no week that has one gets into the archive.
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

  /** No event is taken so late that its week could be there, unless a clock is wrong by a month. */
  async function refuseArchived(rows: readonly StoredEvent[], marks: readonly LateMark[]): Promise<void> {
    const { archive } = await ledger.current();
    if (rows.every(({ timestampMs }) => timestampMs >= archive.endMs)) return;
    await ledger.endInsert(marks, true);
    throw new EventsUnavailableError('Of the time of these events only sums are kept.', false);
  }

  return {
    engine,
    doubtfulDays,
    query: (read) => collectRows(engine, engineRead(read, engine.database, 'small')),
    stream: async function* (read) {
      for await (const rows of engine.read<never>(engineRead(read, engine.database, 'large'))) yield* rows;
    },
    insert,
    findEvents: (eventIds) => knownEvents.find(eventIds),
    findFollowers: (wanted) => knownEvents.findFollowers(wanted),
    seal: () => ledger.current(),
    // Whoever asks while a store does not answer waits for the same question, and no second one waits with it.
    isReady: sharedWork('while it runs', async () => (await isReady(engine)) && ((await parts.canInsert?.()) ?? true)),
    readAhead: async () => {
      await parts.readAhead?.();
    },
    close: () => (closing ??= parts.close()),
  };
}

/** Most that one answer may use; it spills to disk before. */
const READ_MEMORY_BYTES = 200_000_000;
const SPILL_BYTES = 66_000_000;

/** Readers share two cores and 600 MB: a thread each, and buffers that fit a block instead of a megabyte a column. */
const SMALL_FOOTPRINT = { max_threads: 1, max_read_buffer_size: 131_072 } as const;

/** Each question loaded those of every part anew, which took a tenth of its time; they order conditions, which are few here. */
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
