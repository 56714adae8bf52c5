import { openClusterEngine } from './cluster-engine.ts';
import type { ClusterOptions } from './cluster-nodes.ts';
import { DEFAULT_FREE_BYTES } from './disk-guard.ts';
import { collectRows, type EventsEngine, type EventsShard } from './events-engine.ts';
import { createEventsStore, type EventsStore } from './events-store.ts';
import { noteBrokenParts } from './find-broken-parts.ts';
import { insertBlocks } from './insert-blocks.ts';
import { createKnownEventsLookup } from './known-events.ts';
import { migrateEvents } from './migrate-events.ts';
import { prepareCluster, refuseClusterTables } from './prepare-cluster.ts';
import type { SealLedger } from './seal-ledger.ts';
import { openServerEngine } from './server-engine.ts';

export type ServerLocation = {
  readonly clickhouseUrl: string;
  readonly cluster?: ClusterOptions | null;
  /** What has to be free on a disk of each shard, as of an embedded store. */
  readonly leastFreeBytes?: number;
};

/**
 * The events store on a ClickHouse server or cluster. Several API processes may use it at once, so ids are always looked
 * up there.
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
      canInsert: () => (cluster === null ? hasRoom(engine, leastFreeBytes) : haveRoom(engine, leastFreeBytes)),
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

const FREE_BYTES = 'SELECT toUInt64(max(unreserved_space)) AS bytes FROM system.disks';

/** No disk of the server has room for inserts; one that may not be asked is taken to have. */
async function hasRoom(engine: EventsEngine, leastFreeBytes: number): Promise<boolean> {
  const bytes = await freeBytes(engine).catch(() => undefined);
  return bytes === undefined || bytes >= leastFreeBytes;
}

/** Every shard answers and has room: without one, neither figures nor acknowledgements can be had. */
async function haveRoom(engine: EventsEngine, leastFreeBytes: number): Promise<boolean> {
  // All replicas of a shard at once: a frozen one would use up the time that readiness has.
  const ofShard = ({ replicas }: EventsShard) => Promise.any(replicas.map(freeBytes));
  const all = await Promise.all(engine.shards.map(ofShard)).catch(() => [0]);
  return all.every((bytes) => bytes === undefined || bytes >= leastFreeBytes);
}

async function freeBytes(shard: Pick<EventsEngine, 'read'>): Promise<number | undefined> {
  const settings = { max_execution_time: 2 };
  const read = { sql: FREE_BYTES, params: {}, settings, lane: 'small' } as const;
  const [row] = await collectRows<{ bytes: string }>(shard, read);
  return row && Number(row.bytes);
}
