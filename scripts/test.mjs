// `npm test`: types, lint, import rules and dead code, unit and route tests, browser tests; all of them even after a
// failure, and one closing line with the sum. `npm run test:full`: that, and then what takes too long for every day.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failedTests } from './failed-tests.mjs';
import { filesMentioning } from './files-mentioning.mjs';
import { makeMemoryFolder } from './memory-folder.mjs';
import { slowestFiles } from './slowest-files.mjs';

const isFull = process.argv.includes('--full');
const bin = (name) => join('node_modules', name);
// Beside what is kept from run to run, which makes the next one shorter.
const reports = 'node_modules/.cache/voltboard/reports';
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
/** Where what the full run plays at length has its folders; every program of the other tests makes them in memory. */
const onDisk = { TMPDIR: tmpdir() };
process.env.TMPDIR = makeMemoryFolder() ?? tmpdir();

let passed = 0;
let failed = 0;
let skipped = 0;
/** By name, for the end: who reads only that, as of a long log, has to know what failed. */
const failures = [];

const seconds = (startedAt) => Math.round((Date.now() - startedAt) / 1000);

async function run(title, args, env = {}) {
  const startedAt = Date.now();
  console.log(`\n── ${title}`);
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [status] = await once(child, 'exit');
  console.log(`── ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds(startedAt)} s`);
  return status === 0;
}

async function check(title, args, env) {
  count(title, await run(title, args, env));
}

function count(title, ok) {
  if (ok) {
    passed += 1;
  } else {
    failed += 1;
    failures.push(title);
  }
}

/** Runs beside another one, and says what it has to say when it has ended. */
async function checkBeside(title, args) {
  const startedAt = Date.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (data) => {
      output += data;
    });
  const [status] = await once(child, 'close');
  const outcome = `── ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds(startedAt)} s`;
  console.log(['', outcome, ...(status === 0 ? [] : [output.trim(), outcome])].join('\n'));
  count(title, status === 0);
}

/** Counts come from the runner's own report; a runner that failed without a failed test counts as one failure. */
async function suite(title, args, report, countsOf, env) {
  const ok = await run(title, args, env);
  const told = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
  const counted = told === null ? { passed: 0, failed: 0, skipped: 0 } : countsOf(told);
  const names = told === null ? [] : failedTests(told, process.cwd());
  failures.push(...names);
  if (told !== null) console.log(`Slowest files:\n${slowestFiles(told, process.cwd()).join('\n')}`);
  passed += counted.passed;
  failed += counted.failed;
  skipped += counted.skipped;
  if (ok || counted.failed > 0) return;
  failed += 1;
  if (names.length === 0) failures.push(title);
}

let reportsMade = 0;

function vitest(title, which = [], env = {}) {
  const report = `${reports}/vitest-${reportsMade++}.json`;
  return suite(
    title,
    [bin('vitest/vitest.mjs'), 'run', ...which, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    report,
    (told) => ({
      passed: told.numPassedTests,
      failed: told.numFailedTests,
      skipped: told.numPendingTests + told.numTodoTests,
    }),
    env,
  );
}

function playwright(title, args, env) {
  const report = `${reports}/playwright-${reportsMade++}.json`;
  return suite(
    title,
    [bin('@playwright/test/cli.js'), 'test', '--reporter=line,json', ...args],
    report,
    ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }),
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env },
  );
}

/**
 * Lets a server make the demo network that the browser tests need, which takes one core a minute while the other checks
 * leave one idle. Where that fails, their own server makes it and says why it cannot.
 */
function makeDemoNetwork() {
  const folder = mkdtempSync(join(tmpdir(), 'voltboard-test-'));
  const env = {
    ...process.env,
    PORT: process.env.E2E_PORT ?? '4173',
    DATA_DIR: folder,
    DEMO: 'on',
    SIMULATOR: 'off',
  };
  // Batches of thousands of events: with room for them the collector, a fifth of the work, copies less.
  const server = spawn(process.execPath, ['--max-semi-space-size=64', 'dist/server/main.js'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env,
  });
  const ended = once(server, 'exit');
  let output = '';
  const made = new Promise((resolve) => {
    server.stdout.on('data', (data) => {
      output += data;
      if (output.includes('Voltboard is ready')) resolve();
    });
  });
  return {
    folder,
    stop: async () => {
      await Promise.race([made, ended]);
      server.kill('SIGTERM');
      await ended;
    },
  };
}

async function checkSource() {
  await checkBeside('lint and format', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']);
  await checkBeside('dead code and unused packages', [bin('knip/bin/knip.js')]);
  await checkBeside('types', ['scripts/check-types.mjs']);
}

// The full run plays each of them once, at length.
const ofTwoLengths = isFull ? filesMentioning(/\/test-length\.ts'/) : [];
/** Several processes, kills and frozen servers at their longest: what they meet one by one is tested every day as well. */
const ofFullRun = isFull ? [] : filesMentioning(/^\/\/ Played by `npm run test:full` alone\.$/m);
const network = makeDemoNetwork();
await Promise.all([
  checkSource(),
  vitest(
    'unit and route tests',
    [...ofTwoLengths, ...ofFullRun].flatMap((file) => ['--exclude', file]),
    isFull ? {} : { TEST_DRAWS: 'once' },
  ),
]);
await network.stop();
// Journeys change it: those of the product without its showroom get one as it was.
const networkAgain = `${network.folder}-again`;
if (isFull) cpSync(network.folder, networkAgain, { recursive: true, verbatimSymlinks: true });
await playwright('browser tests', isFull ? [] : ['--project=product', '--grep-invert=@full'], {
  E2E_DATA_DIR: network.folder,
});
rmSync(network.folder, { recursive: true, force: true });
if (isFull) {
  const copy = mkdtempSync(join(onDisk.TMPDIR, 'voltboard-without-'));
  const without = (work) => ['scripts/without-showcase.mjs', work, copy];
  await Promise.all([
    vitest('tests at length', ofTwoLengths, { ...onDisk, TEST_LENGTH: 'long' }),
    // One program after another, which by itself would leave a core idle.
    checkBeside('the product without its showroom installs, builds and keeps its types', without('make')),
  ]);
  await check('the product without its showroom', without('try'), { ...onDisk, E2E_DATA_DIR: networkAgain });
  rmSync(networkAgain, { recursive: true, force: true });
  rmSync(copy, { recursive: true, force: true });
}

if (!isFull)
  console.log(
    `\nLeft to npm run test:full: ${ofFullRun.length} files of unit tests, the long forms, pages drawn twice, the journeys tagged @full and the showroom's.`,
  );
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
