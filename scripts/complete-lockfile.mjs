// Run after every `npm install`. Adds the platform packages that this registry lacks to package-lock.json. `npm ci`
// rejects a lockfile without an exact optional dependency, and `npm install` omits it silently.
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

/** Parses the platform in the name of a platform package. Returns the platform in npm's fields. */
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

/** Entries without a checksum get the registry's checksum, if the registry has the package. */
const unpinned = [];
for (const [place, entry] of Object.entries(lock.packages)) {
  // Entries outside node_modules are this repository's packages.
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
