// `node scripts/without-showcase.mjs make FOLDER` checks that a copy without the folder `showcase/` installs, builds
// and keeps its types.
// `try FOLDER` runs the copy's tests for the rules, for all routes together, and for the showroom's entry points. It
// then starts the copy and runs the journeys through the business screens. All other sources are the same with and
// without the showroom, and their tests have run with it.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [work, copy] = process.argv.slice(2);
if ((work !== 'make' && work !== 'try') || copy === undefined) throw new Error('make FOLDER, or try FOLDER');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
const files = tracked.split('\n').filter((file) => file !== '' && !file.startsWith('showcase/') && existsSync(file));
/** The product's folders that refer to the showroom. */
const doors = new Set(
  files
    .filter((file) => /^(contract|domain|web|server\/features)\/.*\.tsx?$/.test(file))
    .filter((file) => /showcase/i.test(readFileSync(file, 'utf8')))
    .map(dirname),
);
/** These files are next to an entry point, but test tables and failures on business screens. */
const OF_BUSINESS = ['web/app/tables.test.ts', 'web/app/failures.test.ts'];
const UNIT = [
  ...files.filter((file) => doors.has(dirname(file)) && /\.test\.tsx?$/.test(file) && !OF_BUSINESS.includes(file)),
  'scripts/sides.test.ts',
  'scripts/feature-parity.test.ts',
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
];

const STEPS = {
  make: [
    // The lockfile is the same as with the showroom; npm omits the showroom's own packages.
    ['scripts/prepare.mjs', 'build'],
    ['scripts/check-types.mjs'],
  ],
  try: [
    ['node_modules/vitest/vitest.mjs', 'run', ...UNIT],
    ['node_modules/@playwright/test/cli.js', 'test', '--project=product', '--reporter=line', ...JOURNEYS],
  ],
};

const done = (words) => {
  const startedAt = Date.now();
  const { status } = spawnSync(process.execPath, words, { cwd: copy, stdio: ['ignore', 'inherit', 'inherit'] });
  const title = words.slice(0, 2).join(' ');
  console.log(
    `without showcase/: ${title} ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
  return status === 0;
};

if (work === 'make') {
  for (const file of files) cpSync(file, join(copy, file));
  // The rules use git to list the sources.
  execFileSync('git', ['init', '--quiet', copy]);
}
const isGood = STEPS[work].every(done);
process.exit(isGood ? 0 : 1);
