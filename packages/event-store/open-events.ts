import type { EmbeddedOptions } from './embedded-events-db.ts';
import { EventsUnavailableError } from './events-db.ts';
import type { EventsEngine } from './events-engine.ts';
import type { EventsStore } from './events-store.ts';
import { migrateEvents, pendingEventsMigrations } from './migrate-events.ts';
import type { SealLedger } from './seal-ledger.ts';
import type { ServerLocation } from './server-events-db.ts';

export type EventsLocation = EmbeddedOptions | ServerLocation;

/**
 * Opens the events store, in this process or on a ClickHouse server or cluster, and migrates its schema. Throws an
 * `EventsUnavailableError` if another process uses the folder or the server does not respond. Only the driver in use is
 * loaded, so a server installation never loads the embedded engine's 200 MB.
 */
export async function openEvents(
  location: EventsLocation,
  ledger: SealLedger,
  now: () => number = Date.now,
  tell: (line: string) => void = () => {},
): Promise<EventsStore> {
  if ('dataDir' in location) {
    const { openEmbeddedEvents } = await loadEmbedded();
    return openEmbeddedEvents(location, ledger, now, tell);
  }
  const { openServerEvents } = await import('./server-events-db.ts');
  return openServerEvents(location, ledger, now, tell);
}

async function loadEmbedded() {
  try {
    return await import('./embedded-events-db.ts');
  } catch (error) {
    throw error instanceof Error ? (withoutEngine(error) ?? error) : error;
  }
}

/**
 * Returns the error for a driver that cannot be loaded; null for other errors. Matches the driver's errors by name,
 * because their classes are in the module that failed to load.
 */
function withoutEngine(cause: Error): EventsUnavailableError | null {
  const [reason = ''] = cause.message.split('\n');
  const told: Record<string, string> = {
    ChdbPlatformUnsupportedError:
      'This installation has no embedded events store: its image was built without it, or it is not made for this platform. Set CLICKHOUSE_URL and DATABASE_URL to servers',
    ChdbBinaryVersionMismatchError: `The embedded events store cannot be loaded (${reason}). Install the packages anew with npm ci, or set CLICKHOUSE_URL and DATABASE_URL to servers`,
  };
  const text = told[cause.name];
  return text === undefined ? null : new EventsUnavailableError(`${text}.`, false, { cause });
}

/**
 * The engine without the rest of the store, opened without reading its tables. For copies, which also open empty or
 * half-written stores.
 */
export type EngineAlone = {
  readonly engine: EventsEngine;
  /** Creates the tables of a store with only these migrations. On a cluster, always applies all migrations. */
  makeTables(migrations: readonly string[]): Promise<void>;
  /** Returns the migrations that this version has and that the store, or one of its nodes, lacks. */
  pending(): Promise<readonly string[]>;
};

export async function openEventsEngine(location: { readonly dataDir: string } | ServerLocation): Promise<EngineAlone> {
  if ('dataDir' in location) {
    const { openSettledEngine } = await loadEmbedded();
    return onOneServer(await openSettledEngine(location.dataDir));
  }
  const { clickhouseUrl, cluster = null } = location;
  const { openServerEngine } = await import('./server-engine.ts');
  if (cluster === null) return onOneServer(openServerEngine(clickhouseUrl));
  const { openClusterEngine } = await import('./cluster-engine.ts');
  const { prepareCluster } = await import('./prepare-cluster.ts');
  const engine = await openClusterEngine(clickhouseUrl, cluster);
  const pending = () => pendingEventsMigrations(engine.nodes.map((node) => node.engine));
  return { engine, makeTables: () => prepareCluster(engine, cluster), pending };
}

const onOneServer = (engine: EventsEngine): EngineAlone => ({
  engine,
  makeTables: (migrations) => migrateEvents(engine, { cluster: null }, { only: migrations }),
  pending: () => pendingEventsMigrations([engine]),
});
