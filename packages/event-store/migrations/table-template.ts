import type { EventsShard } from '../events-engine.ts';

/** The place where a migration's statements run: one server (chDB or ClickHouse), or each node of a named cluster. */
export type Rendering = {
  readonly cluster: string | null;
  /** Whether several nodes hold each shard's rows and coordinate through Keeper. */
  readonly isReplicated?: boolean;
};

export type Migration = {
  /** `NNNN-what`, never changed once released. */
  readonly name: string;
  readonly statements: (rendering: Rendering) => readonly string[];
  /** Fills new tables with rows stored earlier, on one node of each shard. May be run again. */
  readonly fill?: (
    shard: Pick<EventsShard, 'read' | 'command'>,
    rendering: Rendering,
    tell: (what: string) => void,
  ) => Promise<void>;
};

export type TableTemplate = {
  readonly name: string;
  readonly columns: string;
  readonly engine: 'MergeTree' | 'ReplacingMergeTree';
  readonly partitionBy: string;
  readonly orderBy: string;
  /** Only if it is shorter than the order. */
  readonly primaryKey?: string;
  readonly settings?: Readonly<Record<string, number>>;
  /** The expression that decides the shard. */
  readonly shardBy: string;
};

/**
 * The sharding key: all rows of an outlet are on one shard, which has three effects. All versions of an event are on
 * the same shard, because the event's id includes the outlet's number, even if a second lookup finds a different owner
 * at the event's time. Sums by outlet are complete on their shard. A single large owner is spread over all shards.
 */
export const BY_OUTLET = 'cityHash64(device_id)';

/**
 * Settings for durability. An acknowledged insert is on disk, and parts broken by a crash never prevent a table from
 * opening. Measured with simulated power cuts: no rows lost with these settings, and a table that would not open
 * without them.
 */
const DURABLE = {
  fsync_after_insert: 1,
  fsync_part_directory: 1,
  min_rows_to_fsync_after_merge: 1,
  max_suspicious_broken_parts: 1_000_000,
  max_suspicious_broken_parts_bytes: 1_000_000_000_000,
};

/**
 * Returns the statements that create a table. On one server, `events` is a single table. On a cluster, it is
 * `events_local` on each node, behind a distributed `events`.
 */
export function renderTable(table: TableTemplate, rendering: Rendering): readonly string[] {
  const settings = Object.entries({ ...DURABLE, ...table.settings }).map(([name, value]) => `${name} = ${value}`);
  const { cluster, isReplicated } = rendering;
  const local = localName(table.name, rendering);
  const own =
    `CREATE TABLE IF NOT EXISTS ${local} (${table.columns}) ENGINE = ${isReplicated ? replicated(table.engine) : table.engine} ` +
    `PARTITION BY ${table.partitionBy} ${table.primaryKey === undefined ? '' : `PRIMARY KEY ${table.primaryKey} `}ORDER BY ${table.orderBy} SETTINGS ${settings.join(', ')}`;
  if (cluster === null) return [own];
  const face =
    `CREATE TABLE IF NOT EXISTS ${table.name} AS ${local} ` +
    `ENGINE = Distributed('${cluster}', currentDatabase(), ${local}, ${table.shardBy})`;
  return [own, face];
}

/**
 * The replicated engine. The nodes of a shard find each other by this path; each node's configuration has the macros
 * `shard` and `replica`.
 */
const replicated = (engine: TableTemplate['engine']) =>
  `Replicated${engine}('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')`;

/** A materialized view runs on each node, from its own rows to its own rows. */
export const renderView = (name: string, from: string, to: string, select: string, rendering: Rendering): string =>
  `CREATE MATERIALIZED VIEW IF NOT EXISTS ${name} TO ${localName(to, rendering)} ` +
  `AS SELECT ${select} FROM ${localName(from, rendering)}`;

export const localName = (name: string, { cluster }: Rendering) => (cluster === null ? name : `${name}_local`);

/**
 * The end of a statement that alters a table. The next node runs the same statement, and must already know the change
 * on its replica.
 */
export const waiting = ({ isReplicated }: Rendering) => (isReplicated ? ' SETTINGS alter_sync = 2' : '');
