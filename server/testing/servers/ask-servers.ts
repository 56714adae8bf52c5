import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { Program } from './build-programs.ts';
import type {} from './start-when-asked.ts';

/** The kind of ClickHouse that a test needs: one server, or three shards of a cluster. */
export type ClickhouseKind = 'server' | 'cluster';

/** Returns whether tests can use PostgreSQL: a server on this machine, or the one at TEST_DATABASE_URL. */
export const hasPostgres = () => process.env.TEST_DATABASE_URL !== undefined || inject('servers').hasPostgres;
export const hasClickhouse = () => inject('servers').hasClickhouse;

/** Returns the URL of this run's PostgreSQL server. The first request starts it. */
export async function askPostgres(): Promise<string> {
  const [url = ''] = process.env.TEST_DATABASE_URL ? [process.env.TEST_DATABASE_URL] : await ask('/postgres');
  return url;
}

/** Returns the path of a program. The first request builds all programs for this run. */
export async function askProgram(name: Program): Promise<string> {
  const [folder = ''] = await ask('/programs');
  return join(folder, `${name}.js`);
}

/** Returns a folder that this run's test files share. The folder is deleted at the end of the run. */
export async function askFolder(): Promise<string> {
  const [folder = ''] = await ask('/folder');
  return folder;
}

export type TestDatabase = {
  /** URLs of the nodes, including the database. Send statements to the first one. */
  readonly urls: readonly [string, ...string[]];
  drop(): Promise<void>;
};

/** Creates an empty database for one test file on this run's ClickHouse. On a cluster, every node has the database. */
export async function askClickhouse(kind: ClickhouseKind): Promise<TestDatabase> {
  const nodes = await ask(`/clickhouse/${kind}`);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const everywhere = async (sql: string) => {
    for (const node of nodes) await runOn(node, sql);
  };
  await everywhere(`CREATE DATABASE ${name}`);
  const [first = '', ...others] = nodes.map((node) => `${node}/${name}`);
  return { urls: [first, ...others], drop: () => everywhere(`DROP DATABASE ${name} SYNC`) };
}

/** Runs a statement on a node without the product's client. Returns its rows as text. */
export async function runOn(node: string, sql: string): Promise<string> {
  const { origin, pathname } = new URL(node);
  const database = pathname.length > 1 ? `&database=${pathname.slice(1)}` : '';
  return post(`${origin}/?wait_end_of_query=1${database}`, sql);
}

const ask = async (path: string): Promise<readonly string[]> =>
  JSON.parse(await post(inject('servers').desk + path, ''));

/** Sends a request with node:http, because a test may have replaced fetch. */
async function post(url: string, content: string): Promise<string> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method: 'POST' }, resolve).on('error', reject).end(content);
  });
  const body = await text(answer);
  if (answer.statusCode !== 200) throw new Error(body);
  return body;
}
