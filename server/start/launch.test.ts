// Played by `npm run test:full` alone.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { askProgram } from '../testing/servers/ask-servers.ts';
import { freePorts } from '../testing/servers/guarded-process.ts';

const SETTINGS = ['UV_THREADPOOL_SIZE', 'JE_MALLOC_CONF'] as const;
const THREADS = '16';
const ALLOCATOR = 'prof:false,dirty_decay_ms:300,muzzy_decay_ms:0';
type Settings = Partial<Record<(typeof SETTINGS)[number], string>>;

const root = mkdtempSync(join(tmpdir(), 'voltboard-launch-'));
let child: ChildProcess | undefined;
afterEach(async () => {
  child?.kill('SIGKILL');
  if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit');
  rmSync(root, { recursive: true, force: true });
});

/**
 * Prints the settings with which the engine's library loads. Its allocator reads them at that time from process memory.
 */
const SPY = `const load = process.dlopen;
process.dlopen = function (into, file, ...rest) {
  if (/chdb/.test(file)) process.stdout.write('engine ' + JSON.stringify(process.env) + '\\n');
  return load.call(this, into, file, ...rest);
};`;

/**
 * Starts the built server without program arguments, as a service manager does. Returns its settings, threads, process
 * and address.
 */
async function startedWith(env: Settings & { LOG_LEVEL?: string }) {
  mkdirSync(root, { recursive: true });
  const spy = join(root, 'spy.cjs');
  writeFileSync(spy, SPY);
  const [port] = await freePorts(1);
  const own = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: `${port}`, DATA_DIR: join(root, 'data'), DEMO: 'off' };
  const program = await askProgram('main');
  const server = spawn(process.execPath, ['--require', spy, program], {
    env: { ...own, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = server;
  let engine: Settings = {};
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith('engine ')) engine = JSON.parse(line.slice('engine '.length)) as Settings;
    if (line.startsWith('Voltboard is ready')) break;
  }
  return { engine, threads: nodeThreads(server.pid ?? 0), server, address: `http://127.0.0.1:${port}` };
}

/** Counts Node's own threads. The engine's threads have names. */
const nodeThreads = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim())
    .filter((name) => /^(node|MainThread|libuv-worker)$/.test(name)).length;

test.runIf(process.platform === 'linux')(
  'the server sets its process settings before it loads anything, regardless of how it is started',
  async () => {
    const { engine, threads } = await startedWith({});
    expect(engine).toMatchObject({ UV_THREADPOOL_SIZE: THREADS, JE_MALLOC_CONF: ALLOCATOR });
    // By default, Node has four worker threads and about six other threads.
    expect(threads).toBeGreaterThan(16);
  },
);

test.each(['main', 'admin', 'import', 'simulator'] as const)('%s collects its garbage early', async (name) => {
  mkdirSync(root, { recursive: true });
  const spy = join(root, 'flags.cjs');
  const said = "require('node:v8').setFlagsFromString = (flag) => { console.log(flag); process.exit(0); };";
  writeFileSync(spy, said);
  const program = spawn(process.execPath, ['--require', spy, await askProgram(name)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = program;
  const lines: string[] = [];
  for await (const line of createInterface({ input: program.stdout })) lines.push(line);
  expect(lines).toEqual(['--heap-growing-percent=40']);
});

test('the server continues without a reader of its output, and ends on request', async () => {
  const { server, address } = await startedWith({ LOG_LEVEL: 'info' });
  server.stdout.destroy();
  // Each response writes a log line, although the output has no reader.
  for (const path of ['/api/healthz', '/api/readyz', '/api/nothing', '/api/healthz'])
    expect((await fetch(address + path)).status).toBeLessThan(500);
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

/** Simulates an image that was built without the engine, or a platform that the engine does not support. */
const NO_ENGINE = `const Module = require('node:module');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  if (request.startsWith('@chdb/')) throw Object.assign(new Error('gone'), { code: 'MODULE_NOT_FOUND' });
  return resolve.call(this, request, ...rest);
};`;

test.each([
  ['main', []],
  ['admin', ['check-figures']],
] as const)('%s without the embedded engine reports in one line what to set', async (name, rest) => {
  mkdirSync(root, { recursive: true });
  const hide = join(root, 'hide.cjs');
  writeFileSync(hide, NO_ENGINE);
  const [port] = await freePorts(1);
  const env = { PATH: process.env.PATH, PORT: `${port}`, DATA_DIR: join(root, 'data'), DEMO: 'off' };
  const program = spawn(process.execPath, ['--require', hide, await askProgram(name), ...rest], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child = program;
  const ended = once(program, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: program.stderr })) lines.push(line);
  expect(lines).toEqual([
    expect.stringMatching(/^This installation has no embedded events store.*CLICKHOUSE_URL and DATABASE_URL/),
  ]);
  expect(await ended).toEqual([1, null]);
});

test('the tests run with the settings of the product, and so does every script that opens the embedded store', () => {
  expect(process.env).toMatchObject({ UV_THREADPOOL_SIZE: THREADS, JE_MALLOC_CONF: ALLOCATOR });
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  for (const name of ['dev', 'bench', 'drill'])
    expect(scripts[name]).toMatch(/tsx .*--require \.\/server\/start\/process-settings\.cjs \S+\.ts/);
});
