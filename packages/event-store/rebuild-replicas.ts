import { type ClusterNode, refusal } from './cluster-nodes.ts';
import { readForJob } from './maintenance-reads.ts';

/** A replica that lacks tables of its shard, and another replica that has them. */
export type LostReplica = {
  readonly node: ClusterNode;
  readonly source: ClusterNode;
  readonly missing: readonly TableMade[];
};

type TableMade = { readonly name: string; readonly engine: string; readonly made: string };
type NodeTables = {
  readonly node: ClusterNode;
  readonly tables: readonly TableMade[];
  readonly migrations: readonly string[];
};

const TABLES = `SELECT name, engine, create_table_query AS made FROM system.tables
  WHERE database = {database:String} AND NOT is_temporary ORDER BY name`;
const MIGRATIONS = 'SELECT name FROM schema_migrations FINAL ORDER BY name';

/** Tables whose rows each node stores without replication: its migrations, and the number of shards. */
const OWN_ROWS = {
  cluster_shards: {
    columns: 'shards, made_at',
    rows: 'SELECT shards, toString(made_at) AS made_at FROM cluster_shards',
  },
  schema_migrations: {
    columns: 'name, checksum, applied_at',
    rows: 'SELECT name, checksum, toString(applied_at) AS applied_at FROM schema_migrations FINAL',
  },
} as const;

/**
 * Finds replicas that lost their data: they lack tables that another replica of the shard has. A replica that crashed
 * between two migrations is not lost; it has some migrations, but not all.
 */
export async function findLostReplicas(nodes: readonly ClusterNode[], database: string): Promise<LostReplica[]> {
  const all = await Promise.all(nodes.map((node) => tablesOf(node, database)));
  return all.flatMap(({ node, tables, migrations }) => {
    const source = fullestOf(all.filter((other) => other.node !== node && other.node.place.shard === node.place.shard));
    if (source === undefined || source.migrations.length === 0) return [];
    if (migrations.length > 0 && !source.migrations.every((name) => migrations.includes(name))) return [];
    const missing = source.tables.filter(({ name }) => !tables.some((table) => table.name === name));
    const isBare = migrations.length === 0;
    return missing.length > 0 || isBare ? [{ node, source: source.node, missing }] : [];
  });
}

async function tablesOf(node: ClusterNode, database: string): Promise<NodeTables> {
  const tables = await readForJob<TableMade>(node.engine, TABLES, { database });
  const hasLedger = tables.some(({ name }) => name === 'schema_migrations');
  const migrations = hasLedger ? await readForJob<{ name: string }>(node.engine, MIGRATIONS) : [];
  return { node, tables, migrations: migrations.map(({ name }) => name) };
}

const fullestOf = (nodes: readonly NodeTables[]): NodeTables | undefined =>
  [...nodes].sort(
    (one, other) => other.migrations.length - one.migrations.length || other.tables.length - one.tables.length,
  )[0];

/**
 * Creates the tables of a lost replica from the current definitions on another replica. Replication then fetches the
 * rows. Throws while Keeper still considers the former replica of that name active, which lasts some seconds after that
 * replica ended.
 */
export async function rebuildReplica({ node, source, missing }: LostReplica, database: string): Promise<void> {
  await forgetFormerReplica(node, source, missing, database);
  for (const { made } of inOrderOfNeed(missing)) await node.engine.command(ifMissing(made));
  // Copy these rows last, so that an interrupted rebuild starts over.
  for (const [table, { columns, rows }] of Object.entries(OWN_ROWS)) {
    const [own] = await readForJob(node.engine, `SELECT 1 FROM ${table} LIMIT 1`);
    const found = own === undefined ? await readForJob<Record<string, string | number>>(source.engine, rows) : [];
    const values = found.map((row) => `(${Object.values(row).map(literal).join(', ')})`);
    if (values.length > 0) await node.engine.command(`INSERT INTO ${table} (${columns}) VALUES ${values.join(', ')}`);
  }
}

/**
 * The order in which tables are created. A table is created before the tables that read from it. `events_local` and its
 * views are last: rows that arrive before the views exist would have no copy.
 */
const RANKS: readonly ((table: TableMade) => boolean)[] = [
  ({ name, engine }) => engine.includes('MergeTree') && name !== 'events_local',
  ({ engine }) => engine.includes('MergeTree'),
  ({ engine }) => engine === 'MaterializedView',
];
const rankOf = (table: TableMade): number => {
  const rank = RANKS.findIndex((isOfRank) => isOfRank(table));
  return rank === -1 ? RANKS.length : rank;
};
const inOrderOfNeed = (tables: readonly TableMade[]): readonly TableMade[] =>
  [...tables].sort((one, other) => rankOf(one) - rankOf(other));

const ifMissing = (made: string): string =>
  made.replace(/^CREATE (TABLE|MATERIALIZED VIEW) /, 'CREATE $1 IF NOT EXISTS ');

/**
 * Renders a literal. Only for names, checksums, times and numbers that this package generates; throws for other text.
 */
function literal(value: string | number): string {
  if (!/^[\w: -]+$/.test(String(value))) throw new RangeError(`'${value}' is no value of our own`);
  return typeof value === 'number' ? String(value) : `'${value}'`;
}

const OWN_NAME = `SELECT substitution AS name FROM system.macros WHERE macro = 'replica'`;
const FORMER = `SELECT table, replica_is_active[{name:String}] AS active FROM system.replicas
  WHERE database = {database:String} AND mapContains(replica_is_active, {name:String})`;

/**
 * Removes the former replica of the same name from Keeper, because Keeper would otherwise reject the new replica.
 * Throws if the former replica is active: a live replica is never removed.
 */
async function forgetFormerReplica(
  node: ClusterNode,
  source: ClusterNode,
  missing: readonly TableMade[],
  database: string,
): Promise<void> {
  const [own] = await readForJob<{ name: string }>(node.engine, OWN_NAME);
  const name = own?.name ?? '';
  const former = await readForJob<{ table: string; active: number }>(source.engine, FORMER, { name, database });
  for (const { table, active } of former.filter((one) => missing.some((lost) => lost.name === one.table))) {
    if (active !== 0)
      throw refusal(
        `${node.place.host} (shard ${node.place.shard}) has no tables, and the keeper counts a replica '${name}' as active. ` +
          'If that lasts longer than a minute, two nodes have the same macros: give each a replica name of its own.',
      );
    await source.engine.command(`SYSTEM DROP REPLICA ${literal(name)} FROM TABLE ${database}.${table}`);
  }
}
