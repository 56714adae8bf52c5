// `node scripts/without-showcase.mjs`: a copy that has no folder `showcase/` installs, keeps its types, builds, passes the tests of
// the rules, of all routes together and of what stands at the showroom's doors, starts, and lives the journeys through the business
// screens. All else has the same sources with it and without, and its tests were played with it.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const copy = mkdtempSync(join(tmpdir(), 'voltboard-without-'));
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
const files = tracked.split('\n').filter((file) => file !== '' && !file.startsWith('showcase/') && existsSync(file));
for (const file of files) cpSync(file, join(copy, file));
// The rules ask git for the sources.
execFileSync('git', ['init', '--quiet', copy]);

/** The folders of the parts of the product that know of the showroom, by whatever name. */
const doors = new Set(
  files
    .filter((file) => /^(contract|domain|web|server\/features)\/.*\.tsx?$/.test(file))
    .filter((file) => /showcase/i.test(readFileSync(file, 'utf8')))
    .map(dirname),
);
const UNIT = [
  ...files.filter((file) => doors.has(dirname(file)) && /\.test\.tsx?$/.test(file)),
  'scripts/sides.test.ts',
  'scripts/feature-twins.test.ts',
  'scripts/import-rules.test.ts',
  'scripts/lockfile.test.ts',
  'server/http/http-surface.test.ts',
  'server/testing/authorisation-matrix.test.ts',
];
const JOURNEYS = [
  'e2e/shell-frame.spec.ts',
  'e2e/shell-pages.spec.ts',
  'e2e/dashboard.spec.ts',
  'e2e/dashboard-roles.spec.ts',
  'e2e/administration.spec.ts',
];

const npm = process.env.npm_execpath === undefined ? ['npm'] : [process.execPath, process.env.npm_execpath];
const node = (file, ...words) => [process.execPath, file, ...words];
const STEPS = [
  // The lockfile is the one with the showroom: its own packages are then left out.
  [...npm, 'ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
  node('scripts/check-types.mjs'),
  node('scripts/prepare.mjs', 'build'),
  node('node_modules/vitest/vitest.mjs', 'run', ...UNIT),
  node(...['node_modules/@playwright/test/cli.js', 'test', '--project=product', '--reporter=line'], ...JOURNEYS),
];

const done = ([program, ...words]) => {
  const startedAt = Date.now();
  const { status } = spawnSync(program, words, { cwd: copy, stdio: ['ignore', 'inherit', 'inherit'] });
  const title = words.slice(0, 3).join(' ');
  console.log(
    `without showcase/: ${title} ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
  return status === 0;
};
const isGood = STEPS.every(done);
rmSync(copy, { recursive: true, force: true });
process.exit(isGood ? 0 : 1);
