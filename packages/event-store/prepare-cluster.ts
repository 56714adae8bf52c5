import type { ClusterEngine } from './cluster-engine.ts';
import { type ClusterNode, type ClusterOptions, refusal } from './cluster-nodes.ts';
import type { EventsEngine, EventsShard } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';
import { migrateNodes } from './migrate-events.ts';
import { findLostReplicas } from './rebuild-replicas.ts';

const MADE_AS =
  'SELECT engine_full AS made FROM system.tables WHERE database = {database:String} AND name = {table:String}';
/**
 * Instructions for an operator who changes the kind of tables. Rows do not move automatically between different kinds.
 */
const WAY_THERE =
  'To bring the events along: npm run admin -- backup with the settings of before, then npm run admin -- restore with the new ones.';
const MACROS = "SELECT macro FROM system.macros WHERE macro IN ('shard', 'replica')";
const SPREAD = 'SELECT max(shards) AS shards FROM cluster_shards HAVING count() > 0';

/**
 * Creates the tables on every node, and rejects a cluster whose nodes cannot hold these events. Skips a replica that
 * lost its tables: ClickHouse would reject tables in their original form. `rebuild-replicas.ts` creates the current
 * tables.
 */
export async function prepareCluster(
  engine: ClusterEngine,
  { name }: ClusterOptions,
  tell?: (line: string) => void,
): Promise<void> {
  for (const node of engine.nodes) await refuseOthersTables(node, engine.database, name);
  const isReplicated = (await haveReplicas(engine)) ?? engine.isReplicated;
  if (isReplicated) for (const node of engine.nodes) await refuseNameless(node);
  const lost = new Set((await findLostReplicas(engine.nodes, engine.database)).map(({ node }) => node));
  const nodes = engine.nodes.filter((node) => !lost.has(node));
  const migrated = nodes.map(({ engine, place }) => ({
    engine,
    shard: place.shard,
    where: ` on ${place.host} (shard ${place.shard})`,
  }));
  await migrateNodes(migrated, { cluster: name, isReplicated }, tell === undefined ? {} : { tell });
  await refuseOtherSpread(engine, nodes);
}

/**
 * Rejects tables that belong to a cluster. Without the cluster's name, the process would bypass the cluster when it
 * writes to these tables.
 */
export async function refuseClusterTables(engine: EventsEngine): Promise<void> {
  const made = await madeAs(engine, engine.database, 'events');
  const cluster = clusterIn(made);
  if (cluster === null) return;
  throw refusal(
    `The events store's tables belong to the cluster '${cluster}': set CLICKHOUSE_CLUSTER=${cluster}, or name another database in CLICKHOUSE_URL.`,
  );
}

async function refuseOthersTables({ engine, place }: ClusterNode, database: string, name: string): Promise<void> {
  const made = await madeAs(engine, database, 'events');
  if (made === null || clusterIn(made) === name) return;
  const owner = clusterIn(made) === null ? 'a single server' : `the cluster '${clusterIn(made)}'`;
  throw refusal(
    `CLICKHOUSE_CLUSTER: the database ${database} of ${place.host} (shard ${place.shard}) has the tables of ${owner}. Name an empty database in CLICKHOUSE_URL. ${WAY_THERE}`,
  );
}

/**
 * Whether the existing tables were made for replicas; null if there are none. Tables never change their kind: with
 * fewer nodes than before, they stay replicated. Tables made without replicas would not be copied, so a replicated
 * cluster rejects them.
 */
async function haveReplicas({ nodes, database, isReplicated }: ClusterEngine): Promise<boolean | null> {
  let are: boolean | null = null;
  for (const { engine, place } of nodes) {
    const made = await madeAs(engine, database, 'events_local');
    if (made === null) continue;
    are = made.startsWith('Replicated');
    if (isReplicated && !are)
      throw refusal(
        `CLICKHOUSE_CLUSTER: the tables of ${place.host} (shard ${place.shard}) were made while no shard had replicas, and would be copied to none. Take the replicas out of remote_servers again, or name an empty database in CLICKHOUSE_URL. ${WAY_THERE}`,
      );
  }
  return are;
}

/** Rejects a node whose configuration lacks the macros by which replicas of a shard find each other. */
async function refuseNameless({ engine, place }: ClusterNode): Promise<void> {
  const found = (await readForJob<{ macro: string }>(engine, MACROS)).map(({ macro }) => macro);
  const missing = ['shard', 'replica'].filter((macro) => !found.includes(macro));
  if (missing.length === 0) return;
  throw refusal(
    `CLICKHOUSE_CLUSTER: ${place.host} (shard ${place.shard}) has no macro ${missing.join(' and ')}: add it to <macros> of its configuration, the same shard for all replicas of one.`,
  );
}

/**
 * Rejects a cluster with a different number of shards, because that number determines an outlet's shard. Also rejects a
 * shard that has lost its rows, which must not be mistaken for an empty shard.
 */
async function refuseOtherSpread(engine: ClusterEngine, nodes: readonly ClusterNode[]): Promise<void> {
  const now = engine.shards.length;
  const spreads = await Promise.all(nodes.map(({ engine: node }) => spreadOf(node)));
  const before = spreads.find((shards) => shards !== null && shards !== now);
  if (before !== undefined && before !== null) {
    throw refusal(
      `CLICKHOUSE_CLUSTER: the events are spread over ${before} shards, and the cluster has ${now}. Restore its remote_servers, or name an empty database in CLICKHOUSE_URL.`,
    );
  }
  const filled = new Set(nodes.filter((_, at) => spreads[at] !== null).map(({ place }) => place.shard));
  const bare = [...new Set(nodes.map(({ place }) => place.shard))].filter((shard) => !filled.has(shard));
  if (bare.length > 0 && bare.length < now && (await hasEvents(engine))) {
    const names = bare.map((shard) => `shard-${shard}`).join(', ');
    throw refusal(
      `CLICKHOUSE_CLUSTER: ${names} is empty while the other shards hold events. Restore it from its backup: without it all figures would be too small.`,
    );
  }
  for (const [at, { engine: node }] of nodes.entries()) {
    if (spreads[at] === null) await node.command(`INSERT INTO cluster_shards (shards) VALUES (${now})`);
  }
}

async function spreadOf(shard: Pick<EventsShard, 'read'>): Promise<number | null> {
  const [row] = await readForJob<{ shards: number }>(shard, SPREAD);
  return row?.shards ?? null;
}

const hasEvents = async (engine: EventsEngine): Promise<boolean> => (await readForJob(engine, ANY_EVENTS)).length > 0;
const ANY_EVENTS = `SELECT 1 FROM events LIMIT 1 UNION ALL SELECT 1 FROM archived_quarter LIMIT 1`;

async function madeAs(engine: EventsEngine, database: string, table: string): Promise<string | null> {
  const [row] = await readForJob<{ made: string }>(engine, MADE_AS, { database, table });
  return row?.made ?? null;
}

const clusterIn = (made: string | null): string | null => /^Distributed\('([^']+)'/.exec(made ?? '')?.[1] ?? null;
