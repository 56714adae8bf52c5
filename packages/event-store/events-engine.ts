import type { EventColumn } from './event-encoder.ts';
import type { InsertFence, SqlValue } from './events-db.ts';

/**
 * The interface of the events store to its database: chDB in this process, or a ClickHouse server. All code above it
 * (scope filters, limits, deduplication, sealing) is the same for both.
 */
export interface EventsEngine {
  /** Rows of a SELECT in chunks, 64-bit integers as text, on a connection that cannot write. */
  read<Row>(statement: EngineRead): AsyncIterable<Row[]>;
  /** A statement of our own jobs that returns nothing. Its text holds no outside value. */
  command(sql: string): Promise<void>;
  /**
   * One insert of tab-separated rows into `events`; resolves when they are on disk. A fence limits how late it may be.
   */
  insertEvents(columns: readonly EventColumn[], rows: Buffer, fence?: InsertFence): Promise<void>;
  /** The same into any table. */
  insertRows(table: string, columns: readonly string[], rows: Buffer): Promise<void>;
  /** An answer as tab-separated text, at its reader's pace; chunks end anywhere. */
  readText(statement: EngineRead): AsyncIterable<Uint8Array>;
  /** The database of the tables, to qualify names in filters. */
  readonly database: string;
  /** The shards, for maintenance one after the other: this engine alone, or each shard of a cluster. */
  readonly shards: readonly EventsShard[];
  /** The table with a shard's own rows: on one server the table itself, on a cluster the local table behind it. */
  readonly rowsOf: RowsOf;
  close(): Promise<void>;
}

export type EventsShard = {
  /** Distinguishes its parts from those of other shards. */
  readonly name: string;
  /** Each copy of the shard's rows; a lagging one may lack the newest rows. */
  readonly replicas: readonly Pick<EventsEngine, 'read'>[];
  read<Row>(statement: EngineRead): AsyncIterable<Row[]>;
  command(sql: string): Promise<void>;
};

export type RowsOf = (table: string) => string;

/** One server has all rows in one place, under their own names. */
export const onePlace = (shard: Pick<EventsShard, 'read' | 'command'>) => ({
  shards: [{ name: '', replicas: [shard], ...shard }],
  rowsOf: (table: string) => table,
});

export type EngineRead = {
  readonly sql: string;
  readonly params: Readonly<Record<string, SqlValue>>;
  readonly settings: EngineSettings;
  /**
   * The worker pool of a read:
   * - `ingestion` and `small` answers arrive whole and soon.
   * - `report` answers do too, but few run at once, with the lowest priority.
   * - `job` answers arrive whole and may take minutes.
   * - `large` answers wait for their reader.
   *
   * `job` and `large` never take the slots of `small`, and no reader takes those of `ingestion`.
   */
  readonly lane: 'ingestion' | 'small' | 'report' | 'job' | 'large';
};

/** Settings of one statement, values as ClickHouse text. */
export type EngineSettings = Readonly<Record<string, string | number>>;

/** All rows of an answer that is known to be small. */
export async function collectRows<Row>(engine: Pick<EventsEngine, 'read'>, statement: EngineRead): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of engine.read<Row>(statement)) for (const row of rows) all.push(row);
  return all;
}
