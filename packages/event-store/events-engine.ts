import type { EventColumn } from './event-encoder.ts';
import type { InsertFence, SqlValue } from './events-db.ts';

/**
 * The interface between the events store and its database: chDB in this process, or a ClickHouse server. All code above
 * this interface (scope filters, limits, deduplication, sealing) is the same for both.
 */
export interface EventsEngine {
  /** Yields the rows of a SELECT in chunks, 64-bit integers as text, on a connection that cannot write. */
  read<Row>(statement: EngineRead): AsyncIterable<Row[]>;
  /** Runs a statement of an internal job that returns nothing. The statement's text contains no outside values. */
  command(sql: string): Promise<void>;
  /**
   * Inserts tab-separated rows into `events`; resolves when they are on disk. A fence limits how late the rows may
   * arrive.
   */
  insertEvents(columns: readonly EventColumn[], rows: Buffer, fence?: InsertFence): Promise<void>;
  /** Inserts tab-separated rows into any table. */
  insertRows(table: string, columns: readonly string[], rows: Buffer): Promise<void>;
  /** Streams a result as tab-separated text, at the consumer's pace. Chunks can end at any byte. */
  readText(statement: EngineRead): AsyncIterable<Uint8Array>;
  /** The database that contains the tables, to qualify names in filters. */
  readonly database: string;
  /** The shards, for maintenance of one after the other: this engine alone, or each shard of a cluster. */
  readonly shards: readonly EventsShard[];
  /**
   * Returns the name of the table with a shard's own rows: on a single server the table itself, on a cluster the local
   * table behind it.
   */
  readonly rowsOf: RowsOf;
  close(): Promise<void>;
}

export type EventsShard = {
  /** A prefix that distinguishes the parts of this shard from those of other shards. */
  readonly name: string;
  /** All copies of the shard's rows; a lagging copy may lack the newest rows. */
  readonly replicas: readonly Pick<EventsEngine, 'read'>[];
  read<Row>(statement: EngineRead): AsyncIterable<Row[]>;
  command(sql: string): Promise<void>;
};

export type RowsOf = (table: string) => string;

/** Describes a single server as one shard: all rows are in one place, and tables keep their names. */
export const onePlace = (shard: Pick<EventsShard, 'read' | 'command'>) => ({
  shards: [{ name: '', replicas: [shard], ...shard }],
  rowsOf: (table: string) => table,
});

export type EngineRead = {
  readonly sql: string;
  readonly params: Readonly<Record<string, SqlValue>>;
  readonly settings: EngineSettings;
  /**
   * The worker pool for a read:
   * - `ingestion` and `small` results arrive complete and quickly.
   * - `report` results do too, but few of these reads run concurrently, with the lowest priority.
   * - `job` results arrive complete and may take minutes.
   * - `large` results stream at the consumer's pace.
   *
   * `job` and `large` never take the slots of `small`, and no other read takes those of `ingestion`.
   */
  readonly lane: 'ingestion' | 'small' | 'report' | 'job' | 'large';
};

/** The settings of one statement; values are ClickHouse text. */
export type EngineSettings = Readonly<Record<string, string | number>>;

/** Collects all rows of a result that is sure to be small. */
export async function collectRows<Row>(engine: Pick<EventsEngine, 'read'>, statement: EngineRead): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of engine.read<Row>(statement)) for (const row of rows) all.push(row);
  return all;
}
