import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const CACHE = 'node_modules/.cache/voltboard';
mkdirSync(CACHE, { recursive: true });
const place = mkdtempSync(join(CACHE, 'sides-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const compile = (...words: string[]) =>
  spawnSync(process.execPath, ['node_modules/typescript-native/bin/tsc', ...words], { encoding: 'utf8' }).stdout;

/** What a file with these lines is told on a side. */
function told(side: string, lines: readonly string[]): string {
  const name = side.replace('/', '-');
  writeFileSync(join(place, `${name}.ts`), `${lines.join('\n')}\n`);
  const project = join(place, `${name}.json`);
  const compilerOptions = { incremental: false, tsBuildInfoFile: null };
  const config = { extends: resolve(side, 'tsconfig.json'), compilerOptions, include: [], files: [`./${name}.ts`] };
  writeFileSync(project, JSON.stringify(config));
  return compile('--noEmit', '-p', project);
}

const WINDOW = 'export const width = window.innerWidth;';
const DOCUMENT = 'export const title = document.title;';
const PROCESS = 'export const id = process.pid;';
const FILES = "export { readFileSync } from 'node:fs';";

/** The showroom may be absent; its pages are the browser's, its calls are shared. */
const SIDES = {
  browser: ['web', 'showcase'].filter(existsSync),
  shared: ['contract', 'showcase/contract'].filter(existsSync),
};

test.each([
  ['server', [WINDOW, DOCUMENT], ["'window'", "'document'"]] as const,
  ...SIDES.browser.map((side) => [side, [PROCESS, FILES], ["'process'", "'node:fs'"]] as const),
  ...SIDES.shared.map(
    (side) => [side, [WINDOW, DOCUMENT, PROCESS, FILES], ["'window'", "'document'", "'process'", "'node:fs'"]] as const,
  ),
])('%s knows only what is there where it runs', (side, lines, unknown) => {
  const answer = told(side, lines);
  for (const [line, name] of unknown.entries()) expect(answer).toMatch(new RegExp(`\\(${line + 1},.*${name}`));
});

test.each([['server', [PROCESS, FILES]] as const, ...SIDES.browser.map((side) => [side, [WINDOW, DOCUMENT]] as const)])(
  '%s knows what is there',
  (side, lines) => {
    expect(told(side, lines)).toBe('');
  },
);

test.each([
  ['server', /\/lib\.dom\./] as const,
  ...SIDES.browser.map((side) => [side, /\/@types\/node\//] as const),
  ...SIDES.shared.map((side) => [side, /\/lib\.dom\.|\/@types\/node\//] as const),
])('no package of %s brings in the names of the other side', (side, foreign) => {
  const read = compile('--listFilesOnly', '-p', `${side}/tsconfig.json`).split('\n');
  expect(read.length).toBeGreaterThan(50);
  expect(read.filter((file) => foreign.test(file))).toEqual([]);
});
