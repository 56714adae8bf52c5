import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { Program } from './build-programs.ts';
import type {} from './start-when-asked.ts';

/** Which ClickHouse a test asks for: one server, or three shards of one cluster. */
export type ClickhouseKind = 'server' | 'cluster';

/** Whether this machine can run a PostgreSQL server, its own or the one of TEST_DATABASE_URL. */
export const hasPostgres = () => process.env.TEST_DATABASE_URL !== undefined || inject('servers').hasPostgres;
export const hasClickhouse = () => inject('servers').hasClickhouse;

/** The PostgreSQL server of this run, started by the first that asks. */
export async function askPostgres(): Promise<string> {
  const [url = ''] = process.env.TEST_DATABASE_URL ? [process.env.TEST_DATABASE_URL] : await ask('/postgres');
  return url;
}

/** The path of a program, all of which are built for this run when the first is asked for. */
export async function askProgram(name: Program): Promise<string> {
  const [folder = ''] = await ask('/programs');
  return join(folder, `${name}.js`);
}

/** A folder for what test files of this run share; it is gone at the end of the run. */
export async function askFolder(): Promise<string> {
  const [folder = ''] = await ask('/folder');
  return folder;
}

export type TestDatabase = {
  /** Addresses of the nodes with the database in them; the first is the one to talk to. */
  readonly urls: readonly [string, ...string[]];
  drop(): Promise<void>;
};

/** An empty database for one test file on the ClickHouse of this run; on a cluster it is there on every node. */
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

/** One statement on a node, outside the product's client. Answers the text of its rows. */
export async function runOn(node: string, sql: string): Promise<string> {
  const { origin, pathname } = new URL(node);
  const database = pathname.length > 1 ? `&database=${pathname.slice(1)}` : '';
  return post(`${origin}/?wait_end_of_query=1${database}`, sql);
}

const ask = async (path: string): Promise<readonly string[]> =>
  JSON.parse(await post(inject('servers').desk + path, ''));

/** By node:http, since a test may have replaced fetch. */
async function post(url: string, content: string): Promise<string> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method: 'POST' }, resolve).on('error', reject).end(content);
  });
  const body = await text(answer);
  if (answer.statusCode !== 200) throw new Error(body);
  return body;
}
