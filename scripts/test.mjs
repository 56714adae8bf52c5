// `npm test` runs types, lint, import rules, dead code, unit and route tests, and browser tests. All of these checks
// run even after a failure, and one closing line shows the totals. `npm run test:full` adds the checks that take too
// long for every day.
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
// The folder for reports, next to the cache that is kept between runs to make the next run faster.
const reports = 'node_modules/.cache/voltboard/reports';
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
/** The temporary folder for the long tests. All other tests use folders in memory. */
const onDisk = { TMPDIR: tmpdir() };
process.env.TMPDIR = makeMemoryFolder() ?? tmpdir();

let passed = 0;
let failed = 0;
let skipped = 0;
/** The names of failures, repeated at the end of the log for readers who see only the end. */
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

/** Runs a check in parallel with another check. Prints its output when the check has ended. */
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

/**
 * Runs a test runner and reads counts from its report. A runner that fails without a failed test counts as one failure.
 */
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
 * Starts a server that creates the demo network for the browser tests. This takes one core for a minute, while the
 * other checks leave a core idle. If this server fails, the browser tests' own server creates the network, or reports
 * why it cannot.
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
  // Batches contain thousands of events. With enough space, the garbage collector, which causes a fifth of the work,
  // copies less.
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

// The full run executes each of these files once, at full length.
const ofTwoLengths = isFull ? filesMentioning(/\/test-length\.ts'/) : [];
/**
 * Tests of several processes, kills and frozen servers at full length. The daily tests check the same parts one by one.
 */
const ofFullRun = isFull ? [] : filesMentioning(/^\/\/ Played by `npm run test:full` alone\.$/m);
const network = makeDemoNetwork();
await Promise.all([
  checkSource(),
  vitest(
    'unit and route tests',
    [...ofTwoLengths, ...ofFullRun].flatMap((file) => ['--exclude', file]),
    isFull ? {} : { TEST_DRAWS: 'once', TEST_STORES: 'embedded' },
  ),
]);
await network.stop();
// Journeys change the network, so the journeys without the showroom get an unchanged copy.
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
    // This check runs one program after another, which would leave a core idle without other checks.
    checkBeside('the product without its showroom installs, builds and keeps its types', without('make')),
  ]);
  await check('the product without its showroom', without('try'), { ...onDisk, E2E_DATA_DIR: networkAgain });
  rmSync(networkAgain, { recursive: true, force: true });
  rmSync(copy, { recursive: true, force: true });
}

if (!isFull)
  console.log(
    `\nLeft to npm run test:full: ${ofFullRun.length} files of unit tests, the tests on servers, the long forms, pages drawn twice, the journeys tagged @full and the showroom's.`,
  );
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
