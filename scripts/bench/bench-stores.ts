import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  CLUSTER,
  type ClickhouseCluster,
  createClickhouseCluster,
  findClickhouse,
} from '../../server/testing/servers/clickhouse-cluster.ts';

/** Where the events are stored: in the server's process, on a ClickHouse server, or on three shards. */
export type StoreKind = 'embedded' | 'server' | 'cluster';

export type BenchStore = {
  readonly location:
    | { readonly dataDir: string }
    | {
        readonly clickhouseUrl: string;
        readonly cluster: { readonly name: string; readonly nodes: readonly string[] } | null;
      };
  /** Environment variables for the measured server. */
  readonly env: NodeJS.ProcessEnv;
  /** The folders that contain its rows. */
  readonly folders: readonly string[];
  readonly stop: () => Promise<void>;
};

/**
 * The database name, equal to that of the embedded engine. A server can thus take over a folder that the embedded
 * engine filled, and vice versa.
 */
const DATABASE = 'outlets';
const SHARDS = 3;
const MEMORY_BYTES = 4_000_000_000;
const MARK_CACHE_BYTES = 268_435_456;

export async function startStore(kind: StoreKind, folder: string): Promise<BenchStore> {
  const events = join(folder, 'events');
  if (kind === 'embedded') {
    return { location: { dataDir: folder }, env: {}, folders: [events], stop: async () => undefined };
  }
  const library = findClickhouse();
  if (library === null) throw new Error('this platform has no library of ClickHouse');
  const folders =
    kind === 'server' ? [events] : Array.from({ length: SHARDS }, (_, nth) => join(folder, `shard-${nth + 1}`));
  for (const path of folders) mkdirSync(path, { recursive: true });
  const servers = await createClickhouseCluster(library, folders.length, {
    storeOf: (shard) => folders[shard - 1] ?? events,
    memoryBytes: MEMORY_BYTES,
    markCacheBytes: MARK_CACHE_BYTES,
  });
  return { ...(await prepare(servers, folders.length)), folders, stop: () => servers.stop() };
}

async function prepare(servers: ClickhouseCluster, shards: number): Promise<Pick<BenchStore, 'location' | 'env'>> {
  const nodes = await servers.start(shards);
  for (const node of nodes) {
    const answer = await fetch(node, { method: 'POST', body: `CREATE DATABASE IF NOT EXISTS ${DATABASE}` });
    if (!answer.ok) throw new Error(await answer.text());
  }
  const clickhouseUrl = `${nodes[0]}/${DATABASE}`;
  const env = { CLICKHOUSE_URL: clickhouseUrl };
  if (shards === 1) return { location: { clickhouseUrl, cluster: null }, env };
  return {
    location: { clickhouseUrl, cluster: { name: CLUSTER, nodes } },
    env: { ...env, CLICKHOUSE_CLUSTER: CLUSTER, CLICKHOUSE_NODES: nodes.join(',') },
  };
}
