import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locationOf } from '#event-store/testing/open-test-events.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { postgresEngine } from '../databases/accounts/testing/open-engines.ts';
import { askClickhouse, askProgram, type ClickhouseKind } from './servers/ask-servers.ts';

type Env = Readonly<Record<string, string>>;

export type SeveralServers = {
  /** Environment variables for the stores, and other variables that all processes share. */
  readonly env: Env;
  /** The URL of each process. */
  readonly urls: readonly string[];
  /** The URL of a proxy that forwards requests to each process in turn. */
  readonly proxy: string;
  readonly accounts: AccountsDb;
  kill(index: number): Promise<void>;
  /** Freezes the process until it is thawed. A frozen process keeps its locks. */
  freeze(index: number): void;
  thaw(index: number): void;
  /** Starts the process again in its own folder. */
  start(index: number): Promise<void>;
  close(): Promise<void>;
};

export type EmptyStores = { readonly env: Env; readonly accounts: AccountsDb; remove(): Promise<void> };

/** Returns an empty PostgreSQL store, and an empty ClickHouse server or three empty shards. */
export async function askEmptyStores(kind: ClickhouseKind): Promise<EmptyStores> {
  const engine = postgresEngine();
  const accounts = await engine.open();
  const clickhouse = await askClickhouse(kind);
  const { clickhouseUrl, cluster } = locationOf(kind, clickhouse.urls);
  return {
    env: {
      DATABASE_URL: await engine.url(),
      CLICKHOUSE_URL: clickhouseUrl,
      CLICKHOUSE_CLUSTER: cluster?.name ?? '',
      CLICKHOUSE_NODES: cluster?.nodes.join() ?? '',
    },
    accounts,
    async remove() {
      await accounts.destroy();
      await engine.remove();
      await clickhouse.drop();
    },
  };
}

/**
 * Starts several processes of the built program at the same time, on the same stores and behind a proxy. By default,
 * the stores are empty and have three shards.
 */
export async function openSeveralServers(count: number, env: Env, given?: EmptyStores): Promise<SeveralServers> {
  const program = await askProgram('main');
  const root = mkdtempSync(join(tmpdir(), 'voltboard-several-'));
  const stores = given ?? (await askEmptyStores('cluster'));
  const settings = { HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1', DEMO: 'off', ADMIN_MFA: 'off' };
  const common: Env = { ...settings, ...stores.env, ...env };
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const children: ChildProcess[] = [];
  const outputs = ports.map(() => '');

  async function start(index: number): Promise<void> {
    const folder = join(root, String(index));
    mkdirSync(folder, { recursive: true });
    const child = spawn(process.execPath, [program], {
      env: { PATH: process.env.PATH, ...common, PORT: String(ports[index]), DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children[index] = child;
    const ready = new Promise<void>((tellReady) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (data: Buffer) => {
          outputs[index] += data.toString();
          if (outputs[index]?.includes('Voltboard is ready')) tellReady();
        });
    });
    const failed = once(child, 'exit').then(() => Promise.reject(new Error(outputs[index])));
    failed.catch(() => undefined);
    await Promise.race([ready, failed]);
  }

  async function kill(index: number): Promise<void> {
    const child = children[index];
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
    outputs[index] = '';
  }

  await Promise.all(ports.map((_, index) => start(index)));
  const proxy = await openProxy(ports);
  return {
    env: common,
    urls: ports.map((port) => `http://127.0.0.1:${port}/api`),
    proxy: `http://127.0.0.1:${proxy.port}/api`,
    accounts: stores.accounts,
    kill,
    freeze: (index) => void children[index]?.kill('SIGSTOP'),
    thaw: (index) => void children[index]?.kill('SIGCONT'),
    start,
    async close() {
      proxy.close();
      for (const index of ports.keys()) await kill(index);
      await stores.remove();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Opens a proxy that forwards each request to the next port in turn. */
async function openProxy(ports: readonly number[]) {
  let turn = 0;
  const server = createServer((incoming, answer) => {
    turn += 1;
    const { method, url, headers } = incoming;
    const host = { host: '127.0.0.1', port: ports[turn % ports.length], agent: false };
    const outgoing = request({ ...host, method, path: url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createSocketServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns a secret for all processes to share. */
export const newSecret = (): string => randomBytes(48).toString('base64url');
