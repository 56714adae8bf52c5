import { openClusterEngine } from './cluster-engine.ts';
import type { ClusterOptions } from './cluster-nodes.ts';
import { DEFAULT_FREE_BYTES } from './disk-guard.ts';
import type { EventsEngine } from './events-engine.ts';
import { createEventsStore, type EventsStore } from './events-store.ts';
import { noteBrokenParts } from './find-broken-parts.ts';
import { hasInsertEnded } from './has-insert-ended.ts';
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
  /** Free space required on a disk of each shard, as for an embedded store. */
  readonly leastFreeBytes?: number;
};

/**
 * The events store on a ClickHouse server or cluster. Several API processes may use it at once, so ids are always
 * looked up there.
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
