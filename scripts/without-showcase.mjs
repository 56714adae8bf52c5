// `node scripts/without-showcase.mjs`: the product keeps its types and builds in a copy that has no folder `showcase/`.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const copy = mkdtempSync(join(tmpdir(), 'voltboard-without-'));
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
const files = tracked.split('\n').filter((file) => file !== '' && !file.startsWith('showcase/') && existsSync(file));
for (const file of files) cpSync(file, join(copy, file));
const packages = join(process.cwd(), 'node_modules');
symlinkSync(packages, join(copy, 'node_modules'));

// A build without it warns of a name in index.html that stays as it is.
const env = { VITE_BACKEND: 'on', ...process.env };
const steps = [
  ['typescript-native/bin/tsc', '--noEmit', '--incremental', 'false'],
  ['vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  ['vite/bin/vite.js', 'build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'],
];
const failed = steps.find(
  ([program, ...words]) =>
    spawnSync(process.execPath, [join(packages, program), ...words], { cwd: copy, stdio: 'inherit', env }).status !== 0,
);
rmSync(copy, { recursive: true, force: true });
if (failed !== undefined) console.error(`Without showcase/ this fails: ${failed.join(' ')}`);
process.exit(failed === undefined ? 0 : 1);
