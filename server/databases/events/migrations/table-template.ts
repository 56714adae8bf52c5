/** Where a migration's statements will run: one server (chDB or ClickHouse), or every node of a named cluster. */
export type Rendering = { readonly cluster: string | null };

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
  /** Which expression decides the shard; null keeps the table on each node alone. */
  readonly shardBy: string | null;
};

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
export function renderTable(table: TableTemplate, { cluster }: Rendering): readonly string[] {
  const settings = Object.entries({ ...DURABLE, ...table.settings }).map(([name, value]) => `${name} = ${value}`);
  const body = (name: string, on: string, engine: string) =>
    `CREATE TABLE IF NOT EXISTS ${name}${on} (${table.columns}) ENGINE = ${engine} ` +
    `PARTITION BY ${table.partitionBy} ORDER BY ${table.orderBy} SETTINGS ${settings.join(', ')}`;
  if (cluster === null) return [body(table.name, '', table.engine)];

  const on = ` ON CLUSTER '${cluster}'`;
  if (table.shardBy === null) return [body(table.name, on, table.engine)];
  const replicated = `Replicated${table.engine}('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')`;
  const local = localName(table.name, { cluster });
  return [
    body(local, on, replicated),
    `CREATE TABLE IF NOT EXISTS ${table.name}${on} AS ${local} ` +
      `ENGINE = Distributed('${cluster}', currentDatabase(), ${local}, ${table.shardBy})`,
  ];
}

/** A materialized view runs on each node, from its own rows to its own rows. */
export function renderView(name: string, from: string, to: string, select: string, rendering: Rendering): string {
  const on = rendering.cluster === null ? '' : ` ON CLUSTER '${rendering.cluster}'`;
  return (
    `CREATE MATERIALIZED VIEW IF NOT EXISTS ${name}${on} TO ${localName(to, rendering)} ` +
    `AS SELECT ${select} FROM ${localName(from, rendering)}`
  );
}

const localName = (name: string, { cluster }: Rendering) => (cluster === null ? name : `${name}_local`);
