// Run after every `npm install`: adds the platform packages that this registry lacks to package-lock.json, because
// `npm ci` refuses a lockfile in which an exact optional dependency is absent (npm install leaves it out in silence).
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));

const OS = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'win32',
  windows: 'win32',
  freebsd: 'freebsd',
  android: 'android',
  openharmony: 'openharmony',
};
const CPU = {
  x64: 'x64',
  arm64: 'arm64',
  ia32: 'ia32',
  arm: 'arm',
  armv7: 'arm',
  armhf: 'arm',
  riscv64: 'riscv64',
  s390x: 's390x',
  ppc64: 'ppc64',
  ppc64le: 'ppc64',
  loong64: 'loong64',
  loongarch64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
};

/** What a platform package's name says about where it runs, in the fields npm knows. */
function platformOf(name) {
  const words = name.split('/').at(-1).split(/[-_]/);
  const os = words.map((word) => OS[word]).find(Boolean);
  const cpu = words.map((word) => CPU[word]).find(Boolean);
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(os ? { os: [os] } : {}) };
}

let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const present = `${place}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages;
    if (present || !/^\d/.test(version)) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
    };
    added += 1;
  }
}

/** Entries without a checksum get the one that the registry tells, if it has the package. */
const unpinned = [];
for (const [place, entry] of Object.entries(lock.packages)) {
  // What lies elsewhere is ours.
  if (!place.includes('node_modules/') || entry.link || entry.integrity) continue;
  const wanted = `${place.replace(/^.*node_modules\//, '')}@${entry.version}`;
  const { stdout } = spawnSync('npm', ['view', wanted, 'dist.integrity'], { encoding: 'utf8' });
  const integrity = /^sha512-\S+$/m.exec(stdout ?? '')?.[0];
  if (integrity) entry.integrity = integrity;
  else unpinned.push(wanted);
}

const sorted = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
console.log(`package-lock.json: ${added} platform packages added`);
if (unpinned.length > 0) console.log(`without a checksum, this registry lacks them: ${unpinned.join(', ')}`);
