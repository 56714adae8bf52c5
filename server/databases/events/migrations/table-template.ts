/** Where a migration's statements will run: one server (chDB or ClickHouse), or each node of a named cluster. */
export type Rendering = {
  readonly cluster: string | null;
  /** Each shard's rows are kept by several nodes, which agree by a keeper. */
  readonly isReplicated?: boolean;
};

export type Migration = {
  /** `NNNN-what`, never changed once released. */
  readonly name: string;
  readonly statements: (rendering: Rendering) => readonly string[];
};

export type TableTemplate = {
  readonly name: string;
  readonly columns: string;
  readonly engine: 'MergeTree' | 'ReplacingMergeTree';
  readonly partitionBy: string;
  readonly orderBy: string;
  readonly settings?: Readonly<Record<string, number>>;
  /** Which expression decides the shard. */
  readonly shardBy: string;
};

/**
 * An outlet's rows lie on one shard. So all versions of an event meet (its id is made of the outlet's number, the owner at
 * its time may be looked up differently the second time), sums by outlet are whole on their shard, and one large owner is
 * spread over all of them.
 */
export const BY_OUTLET = 'cityHash64(device_id)';

/**
 * An acknowledged insert is on disk (measured: 0 rows lost over simulated power cuts with these, a table that would
 * not open without them), and parts broken by a crash never keep a table from opening.
 */
const DURABLE = {
  fsync_after_insert: 1,
  fsync_part_directory: 1,
  min_rows_to_fsync_after_merge: 1,
  max_suspicious_broken_parts: 1_000_000,
  max_suspicious_broken_parts_bytes: 1_000_000_000_000,
};

/** `events` on one server is `events`; on a cluster `events_local` on each node behind a distributed `events`. */
export function renderTable(table: TableTemplate, rendering: Rendering): readonly string[] {
  const settings = Object.entries({ ...DURABLE, ...table.settings }).map(([name, value]) => `${name} = ${value}`);
  const { cluster, isReplicated } = rendering;
  const local = localName(table.name, rendering);
  const own =
    `CREATE TABLE IF NOT EXISTS ${local} (${table.columns}) ENGINE = ${isReplicated ? replicated(table.engine) : table.engine} ` +
    `PARTITION BY ${table.partitionBy} ORDER BY ${table.orderBy} SETTINGS ${settings.join(', ')}`;
  if (cluster === null) return [own];
  const face =
    `CREATE TABLE IF NOT EXISTS ${table.name} AS ${local} ` +
    `ENGINE = Distributed('${cluster}', currentDatabase(), ${local}, ${table.shardBy})`;
  return [own, face];
}

/** The nodes of a shard find each other by this path; each node's configuration has the macros `shard` and `replica`. */
const replicated = (engine: TableTemplate['engine']) =>
  `Replicated${engine}('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')`;

/** A materialized view runs on each node, from its own rows to its own rows. */
export const renderView = (name: string, from: string, to: string, select: string, rendering: Rendering): string =>
  `CREATE MATERIALIZED VIEW IF NOT EXISTS ${name} TO ${localName(to, rendering)} ` +
  `AS SELECT ${select} FROM ${localName(from, rendering)}`;

export const localName = (name: string, { cluster }: Rendering) => (cluster === null ? name : `${name}_local`);

/** Ends what alters a table: the next node is told the same, and by then it has to know what its replica did. */
export const waiting = ({ isReplicated }: Rendering) => (isReplicated ? ' SETTINGS alter_sync = 2' : '');
