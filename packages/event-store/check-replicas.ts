import { isEmptyNode } from './chdb-errors.ts';
import { clusterSettings } from './cluster-engine.ts';
import { type ClusterNode, type ClusterOptions, findPlaces, nodeUrls, openNodes, type Place } from './cluster-nodes.ts';
import { readForJob } from './maintenance-reads.ts';
import { findLostReplicas, rebuildReplica } from './rebuild-replicas.ts';
import { openServerEngine } from './server-engine.ts';

/**
 * The states of a replica. `whole`: it has all rows of its shard. `behind`: it lags by more than a minute, or is
 * read-only because of Keeper. `rebuilt`: its missing tables were just created. `lost`: it has no tables. `away`: it
 * does not respond.
 */
export const REPLICA_STATES = ['whole', 'behind', 'rebuilt', 'lost', 'away'] as const;
export type ReplicaState = (typeof REPLICA_STATES)[number];
export type ReplicaReport = {
  readonly place: Place;
  readonly state: ReplicaState;
  /** Why a lost replica could not be rebuilt yet; otherwise ''. */
  readonly reason: string;
};

export type ClusterLocation = { readonly clickhouseUrl: string; readonly cluster: ClusterOptions };

/**
 * Returns the state of each replica; empty if each shard has a single copy. Creates databases that lost replicas lack.
 * With `rebuild`, also recreates the tables of lost replicas. Only one process may rebuild at any time.
 */
export async function checkReplicas(
  { clickhouseUrl, cluster }: ClusterLocation,
  { rebuild }: { readonly rebuild: boolean },
): Promise<readonly ReplicaReport[]> {
  const places = await findPlaces(clickhouseUrl, cluster);
  if (!places.some(({ replica }) => replica > 1)) return [];
  const database = new URL(clickhouseUrl).pathname.slice(1) || 'default';
  await createMissingDatabases(nodeUrls(clickhouseUrl, cluster, places), database);
  const nodes = await openNodes(clickhouseUrl, cluster, places, clusterSettings(true));
  try {
    const lost = await findLostReplicas(nodes, database);
    const reports: ReplicaReport[] = [];
    for (const replica of lost) {
      const reason = rebuild ? await rebuildReplica(replica, database).then(() => null, reasonOf) : '';
      reports.push({ place: replica.node.place, state: reason === null ? 'rebuilt' : 'lost', reason: reason ?? '' });
    }
    for (const node of nodes.filter((one) => !lost.some((replica) => replica.node === one)))
      reports.push({ place: node.place, state: await stateOf(node, database), reason: '' });
    const away = places.filter((place) => !nodes.some((node) => isSame(node.place, place)));
    return [...reports, ...away.map((place): ReplicaReport => ({ place, state: 'away', reason: '' }))].sort(
      ({ place: one }, { place: other }) => one.shard - other.shard || one.replica - other.replica,
    );
  } finally {
    await Promise.all(nodes.map(({ engine }) => engine.close()));
  }
}

const isSame = (one: Place, other: Place): boolean => one.shard === other.shard && one.replica === other.replica;
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Recreates the missing databases, because a node that lost its disk has no database either. Acts only if another node
 * has the database, which proves that its name is not a typo.
 */
async function createMissingDatabases(urls: readonly string[], database: string): Promise<void> {
  const have = await Promise.all(urls.map(hasDatabase));
  if (!have.includes(true)) return;
  for (const url of urls.filter((_, at) => have[at] === false)) {
    const anyDatabase = new URL(url);
    anyDatabase.pathname = '/default';
    const engine = openServerEngine(anyDatabase.href);
    try {
      await engine.command(`CREATE DATABASE IF NOT EXISTS \`${database.replace(/[\\`]/g, '\\$&')}\``);
    } catch {
      // If the user may not create the database, the node counts as away, and the operator must create the database.
    } finally {
      await engine.close();
    }
  }
}

/** Whether a node has the database; null if it does not respond. */
async function hasDatabase(url: string): Promise<boolean | null> {
  const engine = openServerEngine(url);
  try {
    await readForJob(engine, 'SELECT 1');
    return true;
  } catch (error) {
    return isEmptyNode(error) ? false : null;
  } finally {
    await engine.close();
  }
}

const LAG = `SELECT max(is_readonly) AS isReadonly, toUInt32(max(absolute_delay)) AS lag FROM system.replicas
  WHERE database = {database:String}`;
const MOST_LAG_SECONDS = 60;

async function stateOf({ engine }: ClusterNode, database: string): Promise<ReplicaState> {
  const [found] = await readForJob<{ isReadonly: number; lag: number }>(engine, LAG, { database });
  return (found?.isReadonly ?? 0) > 0 || (found?.lag ?? 0) > MOST_LAG_SECONDS ? 'behind' : 'whole';
}
