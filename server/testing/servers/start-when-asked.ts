import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findPostgres } from '../../../scripts/find-postgres.mjs';
import { buildPrograms } from './build-programs.ts';
import { createClickhouseCluster, findClickhouse } from './clickhouse-cluster.ts';
import { startPostgres } from './postgres-server.ts';

/** The values that a test file receives: which servers this machine can run, and the URL at which to request them. */
export type Servers = {
  readonly desk: string;
  readonly hasPostgres: boolean;
  readonly hasClickhouse: boolean;
};

declare module 'vitest' {
  interface ProvidedContext {
    servers: Servers;
  }
}

/**
 * Sets up the servers. Vitest calls this function once per run, in a process that outlives those of the test files. A
 * server starts when the first file requests it, so files that need no servers wait for none. The server then serves
 * all files until the end of the run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The daily run uses only the embedded stores, so it starts no servers.
  const isEmbeddedOnly = process.env.TEST_STORES === 'embedded';
  const postgresPrograms = isEmbeddedOnly ? null : findPostgres();
  const library = isEmbeddedOnly ? null : findClickhouse();
  if (!isEmbeddedOnly && postgresPrograms === null && !process.env.TEST_DATABASE_URL)
    say('No PostgreSQL is installed (on Debian: apt-get install postgresql): its tests are skipped.');
  if (!isEmbeddedOnly && library === null)
    say('This platform has no library of ClickHouse: the tests on its server are skipped.');
  const postgres = startOnce(async () => startPostgres(postgresPrograms ?? ''));
  const clickhouse = startOnce(async () => createClickhouseCluster(library ?? ''));
  const programs = startOnce(buildPrograms);
  const shared = startOnce(makeFolder);
  const answers: Readonly<Record<string, () => Promise<readonly string[]>>> = {
    '/postgres': async () => [(await postgres.get()).url],
    '/programs': async () => [(await programs.get()).folder],
    '/folder': async () => [(await shared.get()).folder],
    '/clickhouse/server': async () => (await clickhouse.get()).start(1),
    '/clickhouse/cluster': async () => (await clickhouse.get()).start(3),
  };
  const desk = createServer((request, response) => {
    const answer = answers[request.url ?? '']?.() ?? Promise.reject(new Error('no such server'));
    answer.then(
      (urls) => response.end(JSON.stringify(urls)),
      (error) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(desk, 'listening');
  const address = desk.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  project.provide('servers', {
    desk: `http://127.0.0.1:${port}`,
    hasPostgres: postgresPrograms !== null,
    hasClickhouse: library !== null,
  });
  return async () => {
    desk.closeAllConnections();
    desk.close();
    await Promise.all([postgres.stop(), clickhouse.stop(), programs.stop(), shared.stop()]);
  };
}

async function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'voltboard-run-'));
  return { folder, stop: async () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts a server on the first request. Later requests return the same server. */
function startOnce<Server extends { stop(): Promise<void> }>(start: () => Promise<Server>) {
  let started: Promise<Server> | undefined;
  return {
    get() {
      started ??= start();
      return started;
    },
    stop: async () => started?.then((server) => server.stop()).catch(() => undefined),
  };
}

const say = (line: string) => process.stderr.write(`${line}\n`);
