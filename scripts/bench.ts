// `npm run bench -- [--views 1,20,100] [--outlets 10000] [--customers 500] [--clickhouse server|cluster]
// [--data <folder>] [--measure first,reads,outlets,crowding,ingestion,judging,plays,closing,start,lookups,browser]
// [--only <part of a call's name>] [--seconds 8]`
// Fills its own installation with millions of views, on the embedded store, one ClickHouse server or three shards.
// Measures every dashboard call and the statement over HTTP. Measures ingestion, also beside a client that reads on
// many connections and while a month is closed. Measures memory, bytes per view, the start after a kill, and the
// browser's JavaScript.
// `--data` keeps the filled installation.
// `npm run bench -- --letters 100,1000,8500` measures how long a document's PDF takes, and how long other work waits.
// `npm run bench -- --processes 1,2,4` measures the events per second that this number of processes accept on
// PostgreSQL and a ClickHouse server.
// `npm run bench -- --imports 1000,20000,200000 [--kinds users,outlets]` measures how long other requests wait while a
// file with this number of lines is imported.
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchImports, IMPORT_KINDS } from './bench/bench-imports.ts';
import { type BenchInstallation, openInstallation, storedBytes } from './bench/bench-installation.ts';
import { benchLetters } from './bench/bench-letters.ts';
import { benchProcesses } from './bench/bench-processes.ts';
import type { StoreKind } from './bench/bench-stores.ts';
import { measureBrowser } from './bench/measure-browser.ts';
import { measureClosing, NO_CLOSING } from './bench/measure-closing.ts';
import { measureCrowding } from './bench/measure-crowding.ts';
import { measureFirstAnswers } from './bench/measure-first-answers.ts';
import { measureIngestion } from './bench/measure-ingestion.ts';
import { DATA_CENTRE_RANGES, measureJudging } from './bench/measure-judging.ts';
import { measureLookups } from './bench/measure-lookups.ts';
import { measureOutlets } from './bench/measure-outlets.ts';
import { measurePlays } from './bench/measure-plays.ts';
import { measureReads } from './bench/measure-reads.ts';
import { startServer } from './bench/server-process.ts';

const { values: options } = parseArgs({
  options: {
    views: { type: 'string', default: '1,20' },
    clickhouse: { type: 'string', default: 'embedded' },
    data: { type: 'string' },
    folder: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    customers: { type: 'string', default: '500' },
    outlets: { type: 'string', default: '10000' },
    measure: {
      type: 'string',
      default: 'first,reads,outlets,crowding,ingestion,judging,plays,closing,start,lookups,browser',
    },
    only: { type: 'string', default: '' },
    imports: { type: 'string' },
    letters: { type: 'string' },
    processes: { type: 'string' },
    kinds: { type: 'string', default: IMPORT_KINDS.join(',') },
    port: { type: 'string', default: '4199' },
  },
});
const PORT = Number(options.port);
const DAYS = 30;
const BYTES_A_VIEW = 200;
const seconds = Number(options.seconds);
const { only } = options;
const isMeasured = (what: string) => options.measure.split(',').includes(what);
/** Imports, letters and processes are measured alone. */
const isAlone = [options.imports, options.letters, options.processes].some((one) => one !== undefined);
const viewsAsked = isAlone ? '' : options.views;

const version = (name: string) =>
  JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')).version as string;

function storeKind(): StoreKind {
  const kind = (['embedded', 'server', 'cluster'] as const).find((one) => one === options.clickhouse);
  if (kind === undefined) throw new Error('--clickhouse is server or cluster');
  return kind;
}

function printMachine() {
  console.log(
    `Voltboard ${JSON.parse(readFileSync('package.json', 'utf8')).version}, Node ${process.versions.node}, chdb ${version('chdb')}, fastify ${version('fastify')}, libsql ${version('libsql')}`,
  );
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, ${new Date().toISOString()}`,
  );
}

async function measure(folder: string, { network, store, views, addViews }: BenchInstallation): Promise<void> {
  const ranges = join(folder, 'data-centres.txt');
  writeFileSync(ranges, DATA_CENTRE_RANGES);
  const env = { ...store.env, ...NO_CLOSING, DATA_CENTRE_RANGES: ranges };
  const loopFile = join(folder, 'loop.json');
  if (isMeasured('first')) await measureFirstAnswers(folder, PORT, { env, loopFile });
  const server = await startServer(folder, PORT, { env, loopFile });
  let all = views;
  try {
    await server.rest();
    const inSeconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
    console.log(
      `ready after ${inSeconds(server.start.wallMs)} s, at rest after ${inSeconds(server.cpuMs())} s of processor time, ${server.memory().nowMb} MB`,
    );
    if (isMeasured('reads')) await measureReads(server, network, { days: DAYS, seconds, only });
    if (isMeasured('outlets')) await measureOutlets(server, network, { seconds, only });
    if (isMeasured('crowding')) await measureCrowding(server, network, seconds);
    const afterReads = server.memory();
    if (isMeasured('ingestion')) {
      const accepted = await measureIngestion(server, network, seconds);
      addViews(accepted);
      all += accepted;
    }
    if (isMeasured('judging')) {
      const accepted = await measureJudging(server, network);
      addViews(accepted);
      all += accepted;
    }
    if (isMeasured('plays')) await measurePlays(server, network, seconds);
    const { nowMb, peakMb } = server.memory();
    console.log(
      `\nmemory of the server: ${afterReads.nowMb} MB after the reads, ${nowMb} MB after ingestion, ${peakMb} MB at most (at most 600)`,
    );
    if (isMeasured('browser') && existsSync('dist/web/index.html')) await measureBrowser(server.url);
  } finally {
    await server.stop(isMeasured('start') ? 'SIGKILL' : 'SIGTERM');
  }
  if (isMeasured('start')) await measureStart(folder, env);
  if (isMeasured('closing')) {
    const accepted = await measureClosing(folder, PORT, { env, network });
    addViews(accepted);
    all += accepted;
  }
  if (isMeasured('lookups')) await measureLookups(store, network);
  // Measure this last, because merged parts stay on disk for eight minutes.
  console.log(
    `\n${(storedBytes(store) / all).toFixed(1)} bytes per view on disk, all in (at most 115, of which 33 are the ids that outlets sent and those of event_ids)`,
  );
}

/** Measures the time from a kill during work until the server is ready again. */
async function measureStart(folder: string, env: NodeJS.ProcessEnv) {
  const { start, stop } = await startServer(folder, PORT, { env });
  const inSeconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
  console.log(`\nready ${inSeconds(start.wallMs)} s after a kill, with ${inSeconds(start.cpuMs)} s of processor time`);
  await stop();
}

printMachine();
if (options.imports !== undefined) {
  const kinds = IMPORT_KINDS.filter((kind) => options.kinds.split(',').includes(kind));
  await benchImports(options.imports.split(',').map(Number), kinds, { port: PORT, store: storeKind() });
}
if (options.processes !== undefined)
  await benchProcesses(options.processes.split(',').map(Number), { seconds, port: PORT });
if (options.letters !== undefined) await benchLetters(options.letters.split(',').map(Number));
for (const millions of viewsAsked.split(',').filter(Boolean).map(Number)) {
  const folder = options.data ?? mkdtempSync(join(options.folder ?? tmpdir(), 'voltboard-bench-'));
  const { bavail, bsize } = statfsSync(join(folder, '..'));
  const size = {
    views: millions * 1_000_000,
    outlets: Number(options.outlets),
    customers: Number(options.customers),
    days: DAYS,
  };
  if (!existsSync(join(folder, 'bench.json')) && bavail * bsize < size.views * BYTES_A_VIEW)
    throw new Error(`${folder} has too little room for ${millions} million views`);
  try {
    console.log(
      `\n## ${millions} million views, ${options.outlets} outlets, ${options.customers} customers, ${DAYS} days, ${storeKind()}`,
    );
    const installation = await openInstallation(folder, storeKind(), size);
    try {
      await measure(folder, installation);
    } finally {
      await installation.store.stop();
    }
  } finally {
    if (options.data === undefined) rmSync(folder, { recursive: true, force: true });
  }
}
