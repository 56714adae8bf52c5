import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateAccounts, openAccounts } from '../../server/databases/accounts/open-accounts.ts';
import { startPostgres } from '../../server/testing/servers/postgres-server.ts';
import { findPostgres } from '../find-postgres.mjs';
import { type BenchNetwork, writeNetwork } from './bench-network.ts';
import { startStore } from './bench-stores.ts';
import { measureLoad } from './measure-http.ts';
import { batchesOf } from './measure-ingestion.ts';
import { type MeasuredServer, startServer } from './server-process.ts';
import { line, ms } from './tables.ts';

const [CUSTOMERS, OUTLETS] = [50, 1_000];
/**
 * Number of rounds. The process counts alternate in rounds, because other load changes the machine's speed from second
 * to second.
 */
const ROUNDS = 3;
/**
 * Events per request, and connections per process. Requests that arrive while a group is stored form the next group.
 */
const LOADS = [
  [1, 64],
  [100, 16],
] as const;

type Options = { readonly seconds: number; readonly port: number };

/**
 * Measures the events per second that several processes accept together on PostgreSQL and one ClickHouse server, and
 * the processor time of each part. All single events belong to one flight, so they also measure the most contended row.
 */
export async function benchProcesses(counts: readonly number[], { seconds, port }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'voltboard-bench-processes-'));
  const programs = findPostgres();
  if (programs === null) throw new Error('PostgreSQL is not installed');
  const events = await startStore('server', folder);
  const postgres = await startPostgres(programs);
  const servers: MeasuredServer[] = [];
  try {
    const accounts = await openAccounts({ databaseUrl: postgres.url });
    await migrateAccounts(accounts);
    const network = await writeNetwork(accounts, CUSTOMERS, OUTLETS);
    await accounts.destroy();
    const secret = randomBytes(48).toString('base64url');
    const env = { ...events.env, DATABASE_URL: postgres.url, SESSION_SECRET: secret };
    for (let index = 0; index < Math.max(...counts); index += 1) {
      const own = join(folder, `data-${index}`);
      mkdirSync(own);
      servers.push(await startServer(own, port + index, { env }));
    }
    for (const server of servers) await server.rest();
    line('events in a request', 'processes', 'events a second', 'p50 ms', 'p99 ms', 'failed', 'processor s a second');
    line('---:', '---:', '---:', '---:', '---:', '---:', '---');
    for (const load of LOADS) await measureCounts(servers, network, counts, { load, seconds });
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await postgres.stop();
    await events.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureCounts(
  servers: readonly MeasuredServer[],
  network: BenchNetwork,
  counts: readonly number[],
  { load: [size, connections], seconds }: { readonly load: (typeof LOADS)[number]; readonly seconds: number },
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const count of counts) {
      const before = processorSeconds();
      const answers = await Promise.all(
        servers.slice(0, count).map(({ url }, at) =>
          measureLoad({
            url: `${url}/api/ingest/events`,
            headers: { 'content-type': 'application/json' },
            connections,
            seconds,
            method: 'POST',
            nextBody: batchesOf(partOfNetwork(network, at, count), size),
          }),
        ),
      );
      const after = processorSeconds();
      const spent = [...after].map(
        ([part, now]) => `${part} ${((now - (before.get(part) ?? 0)) / seconds).toFixed(2)}`,
      );
      const sum = (of: (answer: (typeof answers)[number]) => number) => answers.reduce((all, one) => all + of(one), 0);
      const most = (of: (answer: (typeof answers)[number]) => number) => Math.max(...answers.map(of));
      const perSecond = Math.round(sum((one) => one.perSecond) * size);
      const [p50, p99] = [most((one) => one.p50), most((one) => one.p99)];
      line(
        size,
        count,
        perSecond,
        ms(p50),
        ms(p99),
        sum((one) => one.failed),
        spent.join(', '),
      );
    }
}

/**
 * Returns one process's part of the network. An outlet or a gateway sends its next events only after the response to
 * its previous events, so no two processes receive its events at the same time.
 */
const partOfNetwork = (network: BenchNetwork, at: number, count: number): BenchNetwork => ({
  ...network,
  gateways: network.gateways.filter((_, index) => index % count === at),
});

/** Returns the processor time, in seconds, that all processes started by this bench have used so far, per part. */
function processorSeconds(): Map<string, number> {
  const processes = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
      const [, parent = '', ...rest] = fields.split(' ');
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return [
        { pid: Number(pid), parent: Number(parent), command, seconds: (Number(rest[9]) + Number(rest[10])) / 100 },
      ];
    } catch {
      return [];
    }
  });
  const ours = new Set([process.pid]);
  for (let size = 0; size < ours.size; ) {
    size = ours.size;
    for (const { parent, pid } of processes) if (ours.has(parent)) ours.add(pid);
  }
  const found = new Map<string, number>();
  for (const { command, pid, seconds } of processes) {
    if (!ours.has(pid)) continue;
    const part = partOf(pid, command);
    found.set(part, (found.get(part) ?? 0) + seconds);
  }
  return found;
}

function partOf(pid: number, command: string): string {
  if (pid === process.pid) return 'load';
  if (command.includes('postgres')) return 'PostgreSQL';
  if (command.includes('clickhouse')) return 'ClickHouse';
  return 'product';
}
