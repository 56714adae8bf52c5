import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const CACHE = 'node_modules/.cache/voltboard';
mkdirSync(CACHE, { recursive: true });
const place = mkdtempSync(join(CACHE, 'sides-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Returns the compiler's messages for a file with these lines on a side. */
function told(side: string, lines: readonly string[]): string {
  const name = side.replace('/', '-');
  writeFileSync(join(place, `${name}.ts`), `${lines.join('\n')}\n`);
  const project = join(place, `${name}.json`);
  const compilerOptions = { incremental: false, tsBuildInfoFile: null };
  const config = { extends: resolve(side, 'tsconfig.json'), compilerOptions, include: [], files: [`./${name}.ts`] };
  writeFileSync(project, JSON.stringify(config));
  const words = ['node_modules/typescript-native/bin/tsc', '--noEmit', '--checkers', '1', '-p', project];
  return spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout;
}

const WINDOW = 'export const width = window.innerWidth;';
const DOCUMENT = 'export const title = document.title;';
const PROCESS = 'export const id = process.pid;';
const FILES = "export { readFileSync } from 'node:fs';";

/** The showroom may be absent. Its pages run in the browser, and its calls are shared. */
const SIDES = {
  browser: ['web', 'showcase'].filter(existsSync),
  shared: ['contract', 'showcase/contract'].filter(existsSync),
};

/**
 * The first list of lines compiles on that side, the second list does not. The type check also verifies that no package
 * adds the missing globals.
 */
test.each([
  ['server', [PROCESS, FILES], [WINDOW, DOCUMENT], ["'window'", "'document'"]] as const,
  ...SIDES.browser.map((side) => [side, [WINDOW, DOCUMENT], [PROCESS, FILES], ["'process'", "'node:fs'"]] as const),
  ...SIDES.shared.map(
    (side) =>
      [side, [], [WINDOW, DOCUMENT, PROCESS, FILES], ["'window'", "'document'", "'process'", "'node:fs'"]] as const,
  ),
])('%s knows only the globals that exist where it runs', (side, known, foreign, unknown) => {
  const answer = told(side, [...known, ...foreign]);
  for (const [at, name] of unknown.entries())
    expect(answer).toMatch(new RegExp(`\\(${known.length + at + 1},.*${name}`));
  for (const at of known.keys()) expect(answer).not.toContain(`(${at + 1},`);
});
