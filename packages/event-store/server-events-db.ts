import { MINUTE_MS } from '#domain/durations.ts';
import { engineErrorCode } from './chdb-errors.ts';
import { openClusterEngine } from './cluster-engine.ts';
import { type ClusterOptions, findPlaces, nodeUrls } from './cluster-nodes.ts';
import { DEFAULT_FREE_BYTES } from './disk-guard.ts';
import type { LostInsert } from './events-db.ts';
import { collectRows, type EventsEngine } from './events-engine.ts';
import { createEventsStore, type EventsStore } from './events-store.ts';
import { noteBrokenParts } from './find-broken-parts.ts';
import { insertBlocks } from './insert-blocks.ts';
import { createKnownEventsLookup } from './known-events.ts';
import { migrateEvents } from './migrate-events.ts';
import { prepareCluster, refuseClusterTables } from './prepare-cluster.ts';
import type { SealLedger } from './seal-ledger.ts';
import { openServerEngine } from './server-engine.ts';
import { hasRoom, takeInserts } from './take-inserts.ts';

export type ServerLocation = {
  readonly clickhouseUrl: string;
  readonly cluster?: ClusterOptions | null;
  /** Minimum number of free bytes on a disk of each shard, as for an embedded store. */
  readonly leastFreeBytes?: number;
};

/**
 * Opens the events store on a ClickHouse server or cluster. Several API processes may use the store concurrently, so
 * IDs are always looked up in the store.
 */
export async function openServerEvents(
  { clickhouseUrl, cluster = null, leastFreeBytes = DEFAULT_FREE_BYTES }: ServerLocation,
  ledger: SealLedger,
  now: () => number,
  tell: Tell,
): Promise<EventsStore> {
  const engine =
    cluster === null ? await openOne(clickhouseUrl, tell) : await openCluster(clickhouseUrl, cluster, tell);
  try {
    await ledger.beginProcess();
    await noteBrokenParts(engine, ledger, now());
    return createEventsStore({
      engine,
      ledger,
      now,
      knownEvents: createKnownEventsLookup(engine),
      canInsert: () =>
        cluster === null ? hasRoom(engine, leastFreeBytes) : takeInserts(engine.shards, leastFreeBytes),
      hasInsertEnded: (lost) => hasInsertEnded({ clickhouseUrl, cluster }, lost),
      insertRows: (rows, fence) => insertBlocks(engine.insertEvents, rows, fence),
      close: engine.close,
    });
  } catch (error) {
    await engine.close();
    throw error;
  }
}

type Tell = (line: string) => void;

async function openOne(url: string, tell: Tell): Promise<EventsEngine> {
  const engine = openServerEngine(url);
  try {
    await refuseClusterTables(engine);
    await migrateEvents(engine, { cluster: null }, { tell });
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function openCluster(url: string, options: ClusterOptions, tell: Tell): Promise<EventsEngine> {
  const engine = await openClusterEngine(url, options);
  try {
    await prepareCluster(engine, options, tell);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/**
 * Counts the running queries of an insert. The part of an insert that runs on another node has its own ID, and names
 * the query that it belongs to.
 */
const RUNNING = `SELECT toUInt32(count()) AS running FROM system.processes
  WHERE startsWith(query_id, {id:String}) OR startsWith(initial_query_id, {id:String})`;
const SETTINGS = { max_execution_time: 2 } as const;
/** Upper limit of how far the clocks of two machines drift apart while a fence is valid. */
const DRIFT_MS = 500;
/**
 * How long a node whose queries cannot be seen blocks the decision. After this time, the node counts as running no
 * queries.
 */
const UNKNOWN_FOR_MS = MINUTE_MS;

type Location = { readonly clickhouseUrl: string; readonly cluster: ClusterOptions | null };
/**
 * The result of a look at a node. `refused`: the server responds, but does not show its queries. `silent`: the server
 * does not respond.
 */
type Look = 'running' | 'ended' | 'refused' | 'silent';

/**
 * Whether an insert without its locks has ended. The servers reject rows that arrive after the insert's fence expires.
 * From then on, a look at the running queries on every node is conclusive: a query that is not running can no longer
 * start.
 */
export async function hasInsertEnded({ clickhouseUrl, cluster }: Location, lost: LostInsert): Promise<boolean> {
  if (lost.lostForMs < lost.heldForMs + DRIFT_MS) return false;
  const places = cluster === null ? [] : await findPlaces(clickhouseUrl, cluster);
  const urls = cluster === null ? [clickhouseUrl] : nodeUrls(clickhouseUrl, cluster, places);
  const looks = await Promise.all(urls.map((url) => lookAtNode(url, lost.id)));
  return isOverAt(looks, { lostForMs: lost.lostForMs, hasReplicas: places.some(({ replica }) => replica > 1) });
}

/**
 * Whether an insert is over. Without replicas, a silent node blocks all ingestion anyway, so the caller waits for that
 * node. With replicas, the other nodes continue, and a permanently lost node must not block outlets.
 */
export function isOverAt(
  looks: readonly Look[],
  { lostForMs, hasReplicas }: { readonly lostForMs: number; readonly hasReplicas: boolean },
): boolean {
  const isLongAgo = lostForMs > UNKNOWN_FOR_MS;
  const may: Readonly<Record<Look, boolean>> = {
    running: false,
    ended: true,
    refused: isLongAgo,
    silent: isLongAgo && hasReplicas,
  };
  return looks.every((look) => may[look]);
}

async function lookAtNode(url: string, id: string): Promise<Look> {
  const engine = openServerEngine(url);
  try {
    const read = { sql: RUNNING, params: { id }, settings: SETTINGS, lane: 'small' } as const;
    const [row] = await collectRows<{ running: number }>(engine, read);
    return row?.running === 0 ? 'ended' : 'running';
  } catch (error) {
    if (engineErrorCode(error) !== null) return 'refused';
    return refusesConnections(error) ? 'ended' : 'silent';
  } finally {
    await engine.close();
  }
}

/** Whether no server runs at the address, which means that no query runs there either. */
const refusesConnections = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED';
