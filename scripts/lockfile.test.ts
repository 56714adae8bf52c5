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
 * The embedded engine on macOS and on 64-bit ARM. The registry in use lacks these packages, so only a registry that has
 * them can provide the checksums (`node scripts/complete-lockfile.mjs` adds them there). None of these packages is
 * installed on Linux with x64.
 */
const NOT_TO_BE_HAD = ['@chdb/lib-darwin-arm64', '@chdb/lib-darwin-x64', '@chdb/lib-linux-arm64-gnu'];

test('every package is pinned by its checksum, except those that the registry lacks', () => {
  const unpinned = entries.filter(([, { integrity }]) => integrity === undefined || !integrity.startsWith('sha512-'));
  const names = unpinned.map(([place]) => nameOf(place));
  // The list must be exact: remove a package from the list once the registry has it.
  expect(names.sort()).toEqual(NOT_TO_BE_HAD);
  for (const [place, { optional, os = [], cpu = [] }] of unpinned) {
    expect([place, optional, os.includes('linux') && cpu.includes('x64')]).toEqual([place, true, false]);
  }
});

test('no package runs a script during its installation', () => {
  expect(readFileSync('scripts/prepare.mjs', 'utf8')).toContain("'ci', '--ignore-scripts'");
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    allowScripts: Record<string, boolean>;
  };
  const withScripts = entries.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place));
  expect(Object.fromEntries(withScripts.map((name) => [name, allowScripts[name]]))).toEqual(
    Object.fromEntries(withScripts.map((name) => [name, false])),
  );
});
