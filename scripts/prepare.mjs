// `node scripts/prepare.mjs [build] [static]` prepares a clone to run. Installs the packages. With `build`, also builds
// product and server. With `static`, also builds the client that needs no server (VITE_BACKEND=off). Each step runs
// only if its inputs have changed. Uses only Node built-ins.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const OLDEST_NODE = [20, 19];
const BUILD_INPUTS = [
  'contract',
  'deploy/systemd',
  'domain',
  'packages',
  'server',
  'showcase',
  'web',
  'LICENSE',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'scripts/compress-web.mjs',
  'scripts/web-build',
];

const STATIC_INPUTS = [
  'contract',
  'deploy/systemd',
  'domain',
  'packages',
  'showcase',
  'web',
  'LICENSE',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'scripts/web-build',
];

/**
 * The npm option that uses cached metadata first, because requesting each package from the registry takes a quarter of
 * an installation.
 */
const KEPT_FIRST = '--prefer-offline';

/** Folders that only tests read. */
const OF_TESTS = new Set(['testing', 'e2e']);

function stop(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldMajor, oldMinor] = OLDEST_NODE;
  if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return;
  stop(
    `Voltboard needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and start again.`,
  );
}

function* filesBelow(path) {
  if (!existsSync(path)) return;
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* OF_TESTS.has(entry.name) ? [] : filesBelow(child);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield child;
  }
}

/** Returns the settings that are built into the client. The environment overrides the `.env` file. */
function clientSettings() {
  const file = join(root, '.env');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/) : [];
  return [
    ...['VITE_API_HOST', 'VITE_BACKEND'].map((name) => process.env[name] ?? ''),
    ...lines.filter((line) => /^\s*(export\s+)?VITE_/.test(line)),
  ];
}

/** Returns one hash over the names and contents of files and folders, and over further texts. */
function hashOf(inputs, texts) {
  const hash = createHash('sha256');
  // Add a separator after each part, so that two different splits never have the same hash.
  const add = (part) => hash.update(part).update('\0');
  for (const text of texts) add(text);
  for (const input of inputs) {
    const path = join(root, input);
    // A folder may be absent, such as the showroom.
    const files = existsSync(path) && statSync(path).isFile() ? [path] : filesBelow(path);
    for (const file of files) {
      add(relative(root, file));
      add(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/**
 * Runs a command and returns its output. The output is shown only after a failure, so that the start-up output stays
 * readable.
 */
function run(args, env) {
  return new Promise((resolve) => {
    const npm = process.env.npm_execpath;
    const [command, rest] =
      args[0] === 'npm' && npm ? [process.execPath, [npm, ...args.slice(1)]] : [args[0], args.slice(1)];
    const child = spawn(command, rest, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

async function step(title, stampFile, stamp, commands, env = {}) {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const startedAt = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  process.stdout.write(`${title} …\n`);
  const ticker = setInterval(
    () => process.stdout.write(`  still ${title[0].toLowerCase()}${title.slice(1)} (${seconds()})\n`),
    15_000,
  );
  for (const command of commands) {
    let { code, output } = await run(command, env);
    // The cached metadata lacks versions that are newer than npm's last request, so retry without the cache.
    if (code !== 0 && output.includes('ETARGET'))
      ({ code, output } = await run(
        command.filter((word) => word !== KEPT_FIRST),
        env,
      ));
    if (code === 0) continue;
    clearInterval(ticker);
    const hint = /ENOSPC/.test(output)
      ? 'The disk is full: free about 2 GB and start again.'
      : /ENOTFOUND|ETIMEDOUT|ECONNREFUSED|EAI_AGAIN/.test(output)
        ? 'The npm registry cannot be reached: check the network or proxy settings and start again.'
        : 'Mend what is said above and start again.';
    stop(`${output.trim().split('\n').slice(-30).join('\n')}\n\n${title} failed (${command.join(' ')}). ${hint}`);
  }
  clearInterval(ticker);
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
  process.stdout.write(`  ${title}: done in ${seconds()}\n`);
}

/** Prints a warning if the lockfile has no checksum for an installed package on this platform. */
function warnOfUnpinned() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const isOurs = ({ os = [process.platform], cpu = [process.arch] }) =>
    os.includes(process.platform) && cpu.includes(process.arch);
  const unpinned = Object.entries(packages)
    .filter(([place, entry]) => place.includes('node_modules/') && !entry.link && !entry.integrity && isOurs(entry))
    .filter(([place]) => existsSync(join(root, place)))
    .map(([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`);
  if (unpinned.length === 0) return;
  process.stderr.write(`Not checked against a checksum, the lockfile has none: ${unpinned.join(', ')}.\n`);
}

checkNode();
const platform = `${process.platform}-${process.arch}-${process.versions.modules}`;
await step(
  'Installing packages',
  join(root, 'node_modules/.voltboard-install'),
  hashOf(['package-lock.json', '.npmrc', 'showcase/package.json'], [platform]),
  // No package in this product needs its install script, and no package may run one.
  [['npm', 'ci', '--ignore-scripts', '--no-progress', '--loglevel=error', KEPT_FIRST]],
);
warnOfUnpinned();
const vite = join(root, 'node_modules/vite/bin/vite.js');
const build = () =>
  step(
    'Building the product',
    join(root, 'dist/.voltboard-build'),
    hashOf(BUILD_INPUTS, [platform, ...clientSettings()]),
    [
      [process.execPath, vite, 'build', '--logLevel', 'warn'],
      [process.execPath, vite, 'build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'],
      [process.execPath, 'scripts/compress-web.mjs'],
    ],
  );
// Also copies the start page to 404.html, so that a host that serves this file for unknown URLs serves the client there
// too.
const buildStatic = () =>
  step(
    'Building the static copy',
    join(root, 'dist/.voltboard-static'),
    hashOf(STATIC_INPUTS, [platform, ...clientSettings()]),
    [
      [process.execPath, vite, 'build', '--outDir', '../dist/static', '--logLevel', 'warn'],
      [process.execPath, '-e', "require('node:fs').copyFileSync('dist/static/index.html', 'dist/static/404.html')"],
    ],
    { VITE_BACKEND: 'off' },
  );
await Promise.all([
  ...(process.argv.includes('build') ? [build()] : []),
  ...(process.argv.includes('static') ? [buildStatic()] : []),
]);
