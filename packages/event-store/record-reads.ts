import { readEachShard } from './each-shard.ts';
import type { EventsReader, SqlValue } from './events-db.ts';
import type { EngineRead, EventsEngine } from './events-engine.ts';
import { createReads, type EventsStore } from './events-store.ts';
import type { EVENT_TABLES, ROLLUPS } from './scope-filters.ts';

/**
 * Returns the number of rows that the engine's index analysis expects a statement to read (`EXPLAIN ESTIMATE`). Unlike
 * timings, the number depends neither on the kind of store nor on other load.
 */
export async function estimateRows(
  engine: EventsEngine,
  { sql, params }: Pick<EngineRead, 'sql' | 'params'>,
): Promise<number> {
  const estimates = await readEachShard<{ rows: string }>(
    engine,
    (rowsOf) => `EXPLAIN ESTIMATE ${sql.replace(/\bFROM (\w+)/g, (_, table: string) => `FROM ${rowsOf(table)}`)}`,
    params,
  );
  return estimates.reduce((sum, { rows }) => sum + Number(rows), 0);
}

/** The kinds of rows that a statement reads: sealed rollups, archived sums by quarter hour, or single events. */
export type ReadSource = 'sealed' | 'archive' | 'raw';

/** A statement as the engine received it. */
export type RecordedRead = {
  readonly sql: string;
  readonly params: Readonly<Record<string, SqlValue>>;
  /** The filters that the store added to the tables in the scope; null for the scope `all`. */
  readonly scopeFilters: string | null;
  readonly sources: readonly ReadSource[];
};

export type ReadRecorder = {
  /** A reader that reads from the store and records each statement. */
  readonly reader: EventsReader;
  /** In the order they were sent. */
  readonly reads: readonly RecordedRead[];
  /** Returns the number of rows that the engine expects to read for a statement. */
  estimateRows(read: RecordedRead): Promise<number>;
};

const SOURCES: Readonly<Record<(typeof EVENT_TABLES | typeof ROLLUPS)[number], ReadSource>> = {
  events: 'raw',
  events_by_campaign: 'raw',
  archived_quarter: 'archive',
  sealed_invalid: 'sealed',
  sealed_day: 'sealed',
  device_total: 'sealed',
  device_recent: 'sealed',
};

/** Records the statements that are run through the returned reader. Other reads of the store are not recorded. */
export function recordReads(store: EventsStore): ReadRecorder {
  const reads: RecordedRead[] = [];
  const read = <Row>(statement: EngineRead) => {
    const { params, settings, sql } = statement;
    const { additional_table_filters: filters } = settings;
    reads.push({ sql, params, scopeFilters: filters === undefined ? null : String(filters), sources: sourcesOf(sql) });
    return store.engine.read<Row>(statement);
  };
  return {
    reader: {
      ...createReads({ database: store.engine.database, read }),
      seal: () => store.seal(),
      isReady: () => store.isReady(),
    },
    reads,
    estimateRows: (asked) => estimateRows(store.engine, asked),
  };
}

const SOURCE_OF: ReadonlyMap<string, ReadSource> = new Map(Object.entries(SOURCES));

function sourcesOf(sql: string): ReadSource[] {
  const sources = [...sql.matchAll(/\bFROM (\w+)/g)].flatMap(([, table = '']) => SOURCE_OF.get(table) ?? []);
  return [...new Set(sources)];
}
