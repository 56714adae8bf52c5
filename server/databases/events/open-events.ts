import type { EmbeddedOptions } from './embedded-events-db.ts';
import type { EventsEngine } from './events-engine.ts';
import type { EventsStore } from './events-store.ts';
import { migrateEvents } from './migrate-events.ts';
import type { SealLedger } from './seal-ledger.ts';
import type { ServerLocation } from './server-events-db.ts';

export type EventsLocation = EmbeddedOptions | ServerLocation;

/**
 * Opens the events store, in this process or on a ClickHouse server or cluster, with its schema up to date. Throws an
 * `EventsUnavailableError` when another process uses the folder or the server does not answer. Loads the one driver that is
 * used: with a server's, the embedded engine's 200 MB are never touched.
 */
export async function openEvents(
  location: EventsLocation,
  ledger: SealLedger,
  now: () => number = Date.now,
  tell: (line: string) => void = () => {},
): Promise<EventsStore> {
  if ('dataDir' in location) {
    const { openEmbeddedEvents } = await import('./embedded-events-db.ts');
    return openEmbeddedEvents(location, ledger, now, tell);
  }
  const { openServerEvents } = await import('./server-events-db.ts');
  return openServerEvents(location, ledger, now, tell);
}

/** The engine alone, without looking at its tables: for copies, which also meet a store that is empty or half written. */
export type EngineAlone = {
  readonly engine: EventsEngine;
  /** Those that a store with just these migrations has; on a cluster all there are. */
  makeTables(migrations: readonly string[]): Promise<void>;
};

export async function openEventsEngine(location: { readonly dataDir: string } | ServerLocation): Promise<EngineAlone> {
  if ('dataDir' in location) {
    const { openSettledEngine } = await import('./embedded-events-db.ts');
    return onOneServer(await openSettledEngine(location.dataDir));
  }
  const { clickhouseUrl, cluster = null } = location;
  const { openServerEngine } = await import('./server-engine.ts');
  if (cluster === null) return onOneServer(openServerEngine(clickhouseUrl));
  const { openClusterEngine } = await import('./cluster-engine.ts');
  const { prepareCluster } = await import('./prepare-cluster.ts');
  const engine = await openClusterEngine(clickhouseUrl, cluster);
  return { engine, makeTables: () => prepareCluster(engine, cluster) };
}

const onOneServer = (engine: EventsEngine): EngineAlone => ({
  engine,
  makeTables: (migrations) => migrateEvents(engine, { cluster: null }, { only: migrations }),
});
