import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePorts, type Guarded, startGuarded } from './guarded-process.ts';

/** The value of CLICKHOUSE_CLUSTER in tests. */
export const CLUSTER = 'voltboard';

export type ClickhouseCluster = {
  /** Starts nodes until this many are running, and returns their URLs. Each call returns the same nodes. */
  start(nodes: number): Promise<readonly string[]>;
  /** Returns a running node, so that a test with its own cluster can freeze or kill it. */
  node(number: number): Promise<Guarded>;
  stop(): Promise<void>;
};

export type NodePorts = { readonly http: number; readonly tcp: number };

/**
 * Returns the engine's library from the platform package that npm installed next to chdb, or null if there is no such
 * package.
 */
export function findClickhouse(): string | null {
  const packages = join(dirname(createRequire(import.meta.url).resolve('chdb/package.json')), '..', '@chdb');
  const platforms = existsSync(packages) ? readdirSync(packages) : [];
  const libraries = platforms.map((platform) => join(packages, platform, 'libchdb.so'));
  return libraries.find((library) => existsSync(library)) ?? null;
}

export type NodeOptions = {
  /** Returns the folder for a shard's data. By default, the folder is temporary and is deleted with the server. */
  readonly storeOf?: (shard: number) => string;
  /** A server's memory limit, and the size of its largest cache. */
  readonly memoryBytes?: number;
  readonly markCacheBytes?: number;
};

/**
 * Manages real ClickHouse servers. Each is a process that needs about 250 MB. Together they are the shards of a
 * cluster, and the first server also serves as a single server. None runs before `start`, and all exit with this
 * process.
 */
export async function createClickhouseCluster(
  library: string,
  shards = 3,
  options: NodeOptions = {},
): Promise<ClickhouseCluster> {
  const free = await freePorts(2 * shards);
  const ports = Array.from(
    { length: shards },
    (_, n): NodePorts => ({ http: free[2 * n] ?? 0, tcp: free[2 * n + 1] ?? 0 }),
  );
  const nodes = new Map<number, Promise<Guarded>>();
  const node = (number: number) => {
    const started = nodes.get(number) ?? startGuarded(nodeProgram(library, number, ports, newFolder(), options));
    nodes.set(number, started);
    return started;
  };
  return {
    node,
    async start(count) {
      await Promise.all(ports.slice(0, count).map((_, n) => node(n + 1)));
      return ports.slice(0, count).map(({ http }) => `http://127.0.0.1:${http}`);
    },
    async stop() {
      const started = await Promise.allSettled(nodes.values());
      await Promise.all(started.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)));
    },
  };
}

/** Returns the program for a shard's server (the first is 1), with its data in the folder. */
export function nodeProgram(
  library: string,
  shard: number,
  all: readonly NodePorts[],
  folder = newFolder(),
  { storeOf, ...limits }: NodeOptions = {},
) {
  const { http = 0, tcp = 0 } = all[shard - 1] ?? {};
  const config = join(folder, 'config.xml');
  const store = storeOf?.(shard) ?? join(folder, 'store');
  writeFileSync(config, nodeConfig({ folder, store, shard, all, ...limits }));
  const program = join(import.meta.dirname, 'clickhouse-node.mjs');
  return {
    command: [process.execPath, program, library, config, store, `${http}`, `${tcp}`, ...betweenNodes(all)],
    folder,
    signal: 'KILL' as const,
    env: { PATH: process.env.PATH, HOME: folder },
    user: {},
    answers: () => ping(http),
  };
}

/**
 * Returns the address that nodes use to reach each other. ClickHouse treats that address as the local machine, and
 * Linux provides it without configuration.
 */
const betweenNodes = (all: readonly NodePorts[]): readonly string[] =>
  all.length > 1 && process.platform === 'linux' ? ['127.0.1.1'] : [];

const newFolder = () => mkdtempSync(join(tmpdir(), 'voltboard-clickhouse-'));

type NodeConfig = Omit<NodeOptions, 'storeOf'> & {
  readonly folder: string;
  readonly store: string;
  readonly shard: number;
  readonly all: readonly NodePorts[];
};

function nodeConfig({ folder, store, shard, all, ...limits }: NodeConfig): string {
  const { memoryBytes = 1_500_000_000, markCacheBytes = 33_554_432 } = limits;
  const { http = 0, tcp = 0 } = all[shard - 1] ?? {};
  const shards = all.map(
    (node) =>
      `<shard><internal_replication>true</internal_replication><replica><host>${betweenNodes(all)[0] ?? '127.0.0.1'}</host><port>${node.tcp}</port></replica></shard>`,
  );
  return `<clickhouse>
<path>${store}/</path><tcp_port>${tcp}</tcp_port><http_port>${http}</http_port><listen_host>127.0.0.1</listen_host>
<macros><cluster>${CLUSTER}</cluster><shard>${shard}</shard><replica>1</replica></macros>
<remote_servers><${CLUSTER}>${shards.join('')}</${CLUSTER}></remote_servers>
<logger><log>${folder}/server.log</log><errorlog>${folder}/server.err.log</errorlog></logger>
<max_server_memory_usage>${memoryBytes}</max_server_memory_usage><mark_cache_size>${markCacheBytes}</mark_cache_size>
</clickhouse>`;
}

const ping = (port: number) =>
  new Promise<boolean>((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path: '/ping', timeout: 1_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.end();
  });
