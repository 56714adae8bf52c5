import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EventsStore } from '#event-store/events-store.ts';
import { openEvents } from '#event-store/open-events.ts';
import type { AccountsDb } from '../../server/databases/accounts/accounts-db.ts';
import { createSealLedger } from '../../server/databases/accounts/create-seal-ledger.ts';
import { migrateAccounts, openAccounts } from '../../server/databases/accounts/open-accounts.ts';
import {
  CLUSTER,
  findClickhouse,
  type NodePorts,
  nodeProgram,
} from '../../server/testing/servers/clickhouse-cluster.ts';
import { initPostgres } from '../../server/testing/servers/postgres-server.ts';
import { findPostgres } from '../find-postgres.mjs';
import { type GivenServers, superviseGiven } from './given-servers.ts';
import type { Setup } from './open-installation.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { type Supervised, supervise } from './supervised-process.ts';

export type StoreServer = {
  readonly kind: 'postgres' | 'clickhouse';
  readonly server: Supervised;
  /** Null if no disk can be mounted. */
  readonly disk: SmallDisk | null;
  /** Only for a given server: its HTTP URL, and a function that kills it, deletes all its data and starts it again. */
  readonly url?: string;
  readonly loseData?: () => Promise<void>;
};

export type StoresOfDrill = {
  readonly servers: readonly StoreServer[];
  /** The database that contains the events. */
  readonly database: string;
  /** Environment variables that point the product to the stores. */
  readonly env: Readonly<Record<string, string>>;
  /** Deletes the drill's events from servers that keep running after the drill. */
  dropEvents(): Promise<void>;
  stop(): Promise<void>;
};

export type OpenedStores = { readonly accounts: AccountsDb; readonly events: EventsStore; close(): Promise<void> };

const DATABASE = 'voltboard';
const SHARDS = 3;
const [POSTGRES_MB, CLICKHOUSE_MB] = [3_000, 4_000];
/**
 * Settings of the PostgreSQL server. A killed process loses no data that the system has accepted. No write therefore
 * waits for a disk, but commits still survive.
 */
const POSTGRES_SETTINGS = [
  'fsync=off',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=300',
  'max_wal_size=256MB',
];

/** Starts the servers in the setup, each on a separate disk if one can be mounted. */
export async function startStores(
  setup: Setup,
  root: string,
  ports: readonly number[],
  given: GivenServers | null,
): Promise<StoresOfDrill> {
  const servers: StoreServer[] = [];
  const stop = async () => {
    await Promise.all(servers.map(({ server }) => server.stop()));
    for (const { disk } of servers) disk?.remove();
  };
  try {
    // Servers that the caller supplied may still have databases from earlier drills.
    const database = given === null ? DATABASE : `drill_${Date.now()}`;
    const env = await startServers(setup, root, ports, servers);
    if (given !== null) Object.assign(env, await openGiven(given, servers, database));
    const dropEvents = async () => {
      if (given !== null) for (const { url } of given.nodes) await dropDatabase(url, database);
    };
    return { servers, database, env, dropEvents, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Adds each server to `servers` as soon as it may need to be stopped. Returns the environment variables that point the
 * product to these servers.
 */
async function startServers(setup: Setup, root: string, ports: readonly number[], servers: StoreServer[]) {
  const env: Record<string, string> = {};
  const [postgresPort = 0, ...others] = ports;
  if (setup !== 'embedded') {
    const { server, url } = await preparePostgres(root, postgresPort);
    servers.push(server);
    env.DATABASE_URL = url;
  }
  if (setup === 'server' || setup === 'cluster') {
    const nodes = Array.from({ length: setup === 'server' ? 1 : SHARDS }, (_, at): NodePorts => {
      return { http: others[2 * at] ?? 0, tcp: others[2 * at + 1] ?? 0 };
    });
    servers.push(...prepareClickhouse(root, nodes));
    const urls = nodes.map(({ http }) => `http://127.0.0.1:${http}`);
    env.CLICKHOUSE_URL = `${urls[0]}/${DATABASE}`;
    if (setup === 'cluster') Object.assign(env, { CLICKHOUSE_CLUSTER: CLUSTER, CLICKHOUSE_NODES: urls.join() });
    await startAll(servers);
    for (const url of urls) await createDatabase(url);
  } else await startAll(servers);
  return env;
}

async function openGiven(given: GivenServers, servers: StoreServer[], database: string) {
  const nodes = superviseGiven(given);
  servers.push(...nodes);
  await startAll(nodes);
  const urls = given.nodes.map(({ url }) => url);
  for (const url of urls) await createDatabase(url, database);
  return { CLICKHOUSE_URL: `${urls[0]}/${database}`, CLICKHOUSE_CLUSTER: given.cluster, CLICKHOUSE_NODES: urls.join() };
}

const startAll = (servers: readonly StoreServer[]) => Promise.all(servers.map(({ server }) => server.start()));

async function preparePostgres(root: string, port: number): Promise<{ server: StoreServer; url: string }> {
  const programs = findPostgres();
  if (programs === null) throw new Error('No PostgreSQL is installed (on Debian: apt-get install postgresql).');
  const name = 'PostgreSQL';
  const folder = join(root, 'postgres');
  const disk = mountSmallDisk(folder, POSTGRES_MB);
  const { url, ...program } = await initPostgres(programs, folder, port, POSTGRES_SETTINGS).catch((error) => {
    disk?.remove();
    throw error;
  });
  return { server: { kind: 'postgres', server: supervise({ ...program, name, log: `${folder}.log` }), disk }, url };
}

function prepareClickhouse(root: string, nodes: readonly NodePorts[]): StoreServer[] {
  const library = findClickhouse();
  if (library === null) throw new Error('This platform has no library of ClickHouse.');
  return nodes.map((_, at) => {
    const folder = join(root, `clickhouse-${at + 1}`);
    mkdirSync(folder);
    const disk = mountSmallDisk(folder, CLICKHOUSE_MB);
    const program = nodeProgram(library, at + 1, nodes, folder);
    const name = nodes.length > 1 ? `shard ${at + 1}` : 'ClickHouse';
    return { kind: 'clickhouse', server: supervise({ ...program, name, log: `${folder}.log` }), disk };
  });
}

async function createDatabase(url: string, database = DATABASE): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body: `CREATE DATABASE ${database}` });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Drops a database synchronously, because otherwise Keeper would still know its tables. */
const dropDatabase = (url: string, database: string): Promise<unknown> =>
  fetch(url, { method: 'POST', body: `DROP DATABASE IF EXISTS ${database} SYNC` }).catch(() => undefined);

/** Opens and migrates the accounts store. `dataDir` is the folder of an embedded store. */
export async function openDrilledAccounts({ env }: StoresOfDrill, dataDir: string): Promise<AccountsDb> {
  const accounts = await openAccounts(env.DATABASE_URL === undefined ? { dataDir } : { databaseUrl: env.DATABASE_URL });
  await migrateAccounts(accounts);
  return accounts;
}

/** Opens both stores as the product does. */
export async function openStores(stores: StoresOfDrill, dataDir: string): Promise<OpenedStores> {
  const {
    CLICKHOUSE_URL: clickhouseUrl,
    CLICKHOUSE_NODES: nodes = '',
    CLICKHOUSE_CLUSTER: name = CLUSTER,
  } = stores.env;
  const accounts = await openDrilledAccounts(stores, dataDir);
  const cluster = nodes === '' ? null : { name, nodes: nodes.split(',') };
  const location = clickhouseUrl === undefined ? { dataDir } : { clickhouseUrl, cluster };
  const events = await openEvents(location, createSealLedger(accounts, clickhouseUrl !== undefined));
  return {
    accounts,
    events,
    async close() {
      await events.close();
      await accounts.destroy();
    },
  };
}
