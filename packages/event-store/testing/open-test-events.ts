import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { askClickhouse, type ClickhouseKind, hasClickhouse } from '../../../server/testing/servers/ask-servers.ts';
import { CLUSTER } from '../../../server/testing/servers/clickhouse-cluster.ts';
import type { EventsStore } from '../events-store.ts';
import { openEvents } from '../open-events.ts';
import type { SealLedger } from '../seal-ledger.ts';
import type { ServerLocation } from '../server-events-db.ts';
import { layEmptyEvents } from './lay-empty-events.ts';
import { createMemorySealLedger } from './memory-seal-ledger.ts';

export type TestEvents = {
  readonly events: EventsStore;
  readonly ledger: SealLedger;
  close(): Promise<void>;
};

/** Opens the embedded events store in a new folder, which `close` removes. Only one may be open per process. */
export async function openTestEvents(
  ledger: SealLedger = createMemorySealLedger(),
  now?: () => number,
): Promise<TestEvents & { readonly dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-events-'));
  await layEmptyEvents(dataDir);
  const events = await openEvents({ dataDir }, ledger, now);
  return {
    events,
    ledger,
    dataDir,
    close: async () => {
      await events.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The kinds of stores on which the events store must behave the same. */
export const EVENTS_ENGINES = ['embedded', 'server', 'cluster'] as const satisfies EventsKind[];

/** Runs the tests in `body` on each kind of store. Tests on a server are skipped if no server can run. */
export function describeOnEventsEngines(
  what: string,
  kinds: readonly EventsKind[],
  body: (open: OpenEvents, kind: EventsKind) => void,
): void {
  for (const kind of kinds) {
    const open: OpenEvents = (...given) =>
      kind === 'embedded' ? openTestEvents(...given) : openServerTestEvents(kind, ...given);
    describe.skipIf(kind !== 'embedded' && !hasClickhouse())(`${what} (${kind})`, () => body(open, kind));
  }
}

type EventsKind = 'embedded' | ClickhouseKind;
type OpenEvents = (ledger?: SealLedger, now?: () => number) => Promise<TestEvents>;

/** Opens the events store in a new database on this run's ClickHouse server or cluster. */
export async function openServerTestEvents(
  kind: ClickhouseKind,
  ledger: SealLedger = createMemorySealLedger(),
  now?: () => number,
): Promise<TestEvents & { readonly urls: readonly [string, ...string[]] }> {
  const clickhouse = await askClickhouse(kind);
  const events = await openEvents(locationOf(kind, clickhouse.urls), ledger, now);
  return {
    events,
    ledger,
    urls: clickhouse.urls,
    close: async () => {
      await events.close();
      await clickhouse.drop();
    },
  };
}

/** Returns the location for the nodes of a test database. */
export const locationOf = (kind: ClickhouseKind, urls: readonly [string, ...string[]]): ServerLocation => ({
  clickhouseUrl: urls[0],
  cluster: kind === 'server' ? null : { name: CLUSTER, nodes: urls.map((url) => new URL(url).origin) },
});
