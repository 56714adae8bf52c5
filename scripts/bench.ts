// `npm run bench -- [--views 1,20] [--folder <path>] [--seconds 8]`: loads millions of views into a data folder of its own and
// measures ingestion, every dashboard call and the statement over HTTP, memory, bytes per view, and the browser's JavaScript.
// `npm run bench -- --imports 1000,20000,200000 [--kinds users,outlets]`: what others notice while a file of so many lines is imported.
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrateAccounts, openAccounts } from '../server/databases/accounts/open-accounts.ts';
import { createSealLedger } from '../server/databases/accounts/seal-ledger.ts';
import { openEvents } from '../server/databases/events/open-events.ts';
import { createSealJob } from '../server/databases/events/seal-job.ts';
import { benchImports, IMPORT_KINDS } from './bench/bench-imports.ts';
import { mergeClosedWeeks } from './bench/bench-merge.ts';
import { BENCH_PASSWORD, type BenchNetwork, writeNetwork } from './bench/bench-network.ts';
import { loadViews } from './bench/bench-views.ts';
import { chunkSizes, scriptUntilUsable } from './bench/bundle-sizes.ts';
import { type Latency, measureLoad } from './bench/measure-http.ts';
import { startServer } from './bench/server-process.ts';

const { values: options } = parseArgs({
  options: {
    views: { type: 'string', default: '1,20' },
    folder: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    customers: { type: 'string', default: '500' },
    outlets: { type: 'string', default: '10000' },
    imports: { type: 'string' },
    kinds: { type: 'string', default: IMPORT_KINDS.join(',') },
    port: { type: 'string', default: '4199' },
  },
});
const PORT = Number(options.port);
const DAYS = 30;
const seconds = Number(options.seconds);
/** Imports are measured alone. */
const viewsAsked = options.imports === undefined ? options.views : '';

const version = (name: string) =>
  JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')).version as string;
const line = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
const folderBytes = (path: string) => Number(execFileSync('du', ['-sb', path], { encoding: 'utf8' }).split('\t')[0]);

function printMachine() {
  console.log(
    `Voltboard ${JSON.parse(readFileSync('package.json', 'utf8')).version}, Node ${process.versions.node}, chdb ${version('chdb')}, fastify ${version('fastify')}, libsql ${version('libsql')}`,
  );
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, ${new Date().toISOString()}`,
  );
}

async function load(folder: string, millions: number): Promise<BenchNetwork> {
  const accounts = await openAccounts({ dataDir: folder });
  await migrateAccounts(accounts);
  const network = await writeNetwork(accounts, Number(options.customers), Number(options.outlets));
  const ledger = createSealLedger(accounts);
  const events = await openEvents({ dataDir: folder }, ledger);
  const startedAt = Date.now();
  const views = millions * 1_000_000;
  const total = await loadViews(events, network, views, DAYS, (done) =>
    process.stderr.write(`\r${done} events loaded`),
  );
  const loadSeconds = (Date.now() - startedAt) / 1000;
  await createSealJob(events, ledger, Date.now).runNow();
  // A past that was loaded in minutes stands in many parts; the engine merges closed weeks within an hour by itself.
  await mergeClosedWeeks(events);
  console.log(
    `\nloaded ${total} events (${views} views) in ${Math.round(loadSeconds)} s, sealed and merged in ${Math.round((Date.now() - startedAt) / 1000 - loadSeconds)} s`,
  );
  await events.close();
  await accounts.destroy();
  return network;
}

async function signIn(url: string, email: string): Promise<{ authorization: string; token: string }> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: BENCH_PASSWORD }),
  });
  const { data } = (await answer.json()) as { data: string };
  return { authorization: `Bearer ${data}`, token: data };
}

async function measureReads(url: string, network: BenchNetwork) {
  const admin = await signIn(url, 'admin@bench.example');
  const sponsor = await signIn(url, 'sponsor@bench.example');
  const eui = network.outlets[0]?.eui ?? '';
  const end = Math.floor(Date.now() / 1000) - 12_345;
  const range = `start=${end - DAYS * 86_400 + 54_321}&end=${end}`;
  const cid = encodeURIComponent(network.largest.id);
  const calls: [string, string, string][] = [
    ['summary', '/list/summary', admin.authorization],
    ['list, first page', '/list?limit=20&embed=none', admin.authorization],
    ['list, first page by views', '/list?limit=20&embed=none&sort=-total_views', admin.authorization],
    ['one customer (the largest)', `/list?cid=${cid}&limit=20&embed=none`, admin.authorization],
    ["one customer's outlets", `/list/devices?cid=${cid}&limit=50`, admin.authorization],
    ["one outlet's views", `/list/devices/${eui}/views?limit=50`, admin.authorization],
    ['map', '/list/map', admin.authorization],
    ['30-day range, summary', `/list/summary?${range}`, admin.authorization],
    ['30-day range, first page', `/list?limit=20&embed=none&${range}`, admin.authorization],
    ['30 days by day', `/list/daily?${range}`, admin.authorization],
    ['advertiser: summary', '/list/summary', sponsor.authorization],
    ['advertiser: first page', '/list?limit=20&embed=none', sponsor.authorization],
  ];
  line('call, 10 connections', 'p50 ms', 'p95 ms', 'p99 ms', 'a second', 'failed');
  line('---', '---:', '---:', '---:', '---:', '---:');
  const row = (name: string, { p50, p95, p99, perSecond, failed }: Latency) =>
    line(name, ms(p50), ms(p95), ms(p99), Math.round(perSecond), failed);
  for (const [name, path, authorization] of calls) {
    row(name, await measureLoad({ url: `${url}/api${path}`, headers: { authorization }, connections: 10, seconds }));
  }
  row('PDF of the largest customer, 1 connection', await measurePrint(url, network, admin.authorization));
  return admin;
}

/** Ticket and PDF together, one after the other, as a person downloads them. */
async function measurePrint(url: string, network: BenchNetwork, authorization: string): Promise<Latency> {
  const times: number[] = [];
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    const startedAt = performance.now();
    const ticket = await fetch(`${url}/api/list/print-ticket`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ cid: network.largest.id, role: 'admin' }),
    });
    const { url: path } = (await ticket.json()) as { url: string };
    const document = await fetch(new URL(path, url));
    if (document.status !== 200) throw new Error(`the statement answered ${document.status}`);
    await document.arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), perSecond: times.length / seconds, failed: 0 };
}

/** Returns how many events were accepted. */
async function measureIngestion(url: string, network: BenchNetwork): Promise<number> {
  let accepted = 0;
  line('events in a batch', 'connections', 'events a second', 'p50 ms', 'p95 ms', 'p99 ms', 'failed');
  line('---:', '---:', '---:', '---:', '---:', '---:', '---:');
  for (const [size, connections] of [
    [1, 10],
    [100, 10],
    [1_000, 10],
    [10_000, 4],
  ] as const) {
    let turn = 0;
    const nextBody = (headers: Record<string, string>) => {
      const gateway = network.gateways[turn++ % network.gateways.length];
      if (!gateway) throw new Error('the bench network has no gateway');
      headers.authorization = `Bearer ${gateway.key}`;
      const fingerprint = randomBytes(16).toString('hex');
      const rows = Array.from({ length: size }, (_, index) => ({
        id: randomUUID(),
        type: 'view',
        eui: gateway.outlets[index % gateway.outlets.length]?.eui,
        timestamp: new Date().toISOString(),
        fingerprint,
        ip: '203.0.113.7',
        flight: network.flights[index % network.flights.length]?.code,
        cryptic: 'b3ncb3nc',
      }));
      return Buffer.from(JSON.stringify(rows));
    };
    const headers = { 'content-type': 'application/json' };
    const { p50, p95, p99, perSecond, failed } = await measureLoad({
      url: `${url}/api/ingest/events`,
      headers,
      connections,
      seconds,
      method: 'POST',
      nextBody,
    });
    accepted += perSecond * seconds * size;
    line(size, connections, Math.round(perSecond * size), ms(p50), ms(p95), ms(p99), failed);
  }
  return Math.round(accepted);
}

async function measureBrowser(url: string, admin: { authorization: string; token: string }) {
  const me = await fetch(`${url}/api/auth/me`, { headers: { authorization: admin.authorization } });
  const stored = { token: admin.token, user: await me.text() };
  const login = await scriptUntilUsable(`${url}/login`, 'input[type=password]');
  const dashboard = await scriptUntilUsable(
    `${url}/app/main/dashboard`,
    'article, [data-testid=customer-card]',
    stored,
  );
  console.log(
    `\nJavaScript until usable, gzip: login ${login} kB (at most 130), dashboard ${dashboard} kB (at most 200)`,
  );
  for (const { chunk, gzipKb } of chunkSizes()) line(chunk, `${gzipKb} kB`);
}

printMachine();
if (options.imports !== undefined) {
  const kinds = IMPORT_KINDS.filter((kind) => options.kinds.split(',').includes(kind));
  await benchImports(options.imports.split(',').map(Number), kinds, PORT);
}
for (const millions of viewsAsked.split(',').filter(Boolean).map(Number)) {
  const folder = mkdtempSync(join(options.folder ?? tmpdir(), 'voltboard-bench-'));
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < millions * 200_000_000)
    throw new Error(`${folder} has too little room for ${millions} million views`);
  try {
    console.log(
      `\n## ${millions} million views, ${options.outlets} outlets, ${options.customers} customers, ${DAYS} days`,
    );
    const network = await load(folder, millions);
    const server = await startServer(folder, PORT);
    const admin = await measureReads(server.url, network);
    const afterReads = server.memory();
    const accepted = await measureIngestion(server.url, network);
    const { nowMb, peakMb } = server.memory();
    console.log(
      `\nmemory of the server: ${afterReads.nowMb} MB after the reads, ${nowMb} MB after ingestion, ${peakMb} MB at most (at most 600)`,
    );
    if (existsSync('dist/web/index.html')) await measureBrowser(server.url, admin);
    await server.stop();
    // Counted last: parts that were merged away stay on disk for eight minutes.
    const views = millions * 1_000_000 + accepted;
    console.log(
      `\n${(folderBytes(join(folder, 'events')) / views).toFixed(1)} bytes per view on disk, all in (at most 80)`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
