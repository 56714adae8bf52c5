import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'vite';

/** Programs that only tests use. Tests kill them while they are working. */
const KILLED = {
  'insert-until-killed': 'packages/event-store/testing/insert-until-killed.ts',
  'seal-until-killed': 'packages/event-store/testing/seal-until-killed.ts',
  'erase-until-killed': 'server/visitors/testing/erase-until-killed.ts',
  'stopping-import': 'server/imports/testing/stopping-import.ts',
};
export type Program = keyof typeof KILLED | 'main' | 'admin' | 'import' | 'simulator';

const FOLDERS = resolve('node_modules/.cache/voltboard');

/**
 * Builds the shipped programs, and the programs that tests start as processes. Each start from source would take a
 * second longer.
 */
export async function buildPrograms() {
  mkdirSync(FOLDERS, { recursive: true });
  // Build inside the repository, so that the programs find their packages.
  const outDir = mkdtempSync(`${FOLDERS}/programs-`);
  await build({
    configFile: 'vite.server.config.ts',
    logLevel: 'error',
    build: { outDir, rolldownOptions: { input: KILLED } },
  });
  return { folder: outDir, stop: async () => rmSync(outDir, { recursive: true, force: true }) };
}
