import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = {
  version?: string;
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  hasInstallScript?: boolean;
};
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
const entries = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link);
const nameOf = (place: string) => place.replace(/^.*node_modules\//, '');

/**
 * Packages of platforms that the registry in use does not have: their checksums can only be had from one that has them
 * (`node scripts/complete-lockfile.mjs` there fills them in). None of them is installed on Linux with x64.
 */
const NOT_TO_BE_HAD = [
  // The embedded engine on macOS and on 64-bit ARM.
  /^@chdb\/lib-(darwin-(arm64|x64)|linux-arm64-gnu)$/,
  // A parser of a development tool, on platforms on which nobody develops this.
  /^@oxc-parser\/binding-(android|darwin|freebsd|openharmony|win32|linux-(arm|ppc64|riscv64|s390x)-)/,
];

test('every package is pinned by its checksum, but for those that the registry lacks', () => {
  const unpinned = entries.filter(([, { integrity }]) => integrity === undefined || !integrity.startsWith('sha512-'));
  const names = unpinned.map(([place]) => nameOf(place));
  expect(names.filter((name) => !NOT_TO_BE_HAD.some((pattern) => pattern.test(name)))).toEqual([]);
  for (const [place, { optional, os = [], cpu = [] }] of unpinned) {
    expect([place, optional, os.includes('linux') && cpu.includes('x64')]).toEqual([place, true, false]);
  }
});

test('no package runs a script when it is installed', () => {
  expect(readFileSync('scripts/prepare.mjs', 'utf8')).toContain("'ci', '--ignore-scripts'");
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    allowScripts: Record<string, boolean>;
  };
  const withScripts = entries.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place));
  expect(Object.fromEntries(withScripts.map((name) => [name, allowScripts[name]]))).toEqual(
    Object.fromEntries(withScripts.map((name) => [name, false])),
  );
});
