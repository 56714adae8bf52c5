import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { afterAll, expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: [];
  options: Record<string, unknown>;
};

/** Folders that the rules are about. */
const ROOTS = ['contract', 'domain', 'server', 'web'];
const PLANT = 'web/features/planted-violation';

async function violations(paths: string[]): Promise<ICruiseResult> {
  const { tsConfig: _file, ...options } = rules.options;
  const result = await cruise(
    paths,
    { ...options, validate: true, ruleSet: { forbidden: rules.forbidden } },
    rules.options.enhancedResolveOptions as object,
    { tsConfig: extractTSConfig('tsconfig.json') },
  );
  return result.output as ICruiseResult;
}

afterAll(() => rmSync(PLANT, { recursive: true, force: true }));

test('every source file was read and none crosses a boundary', async () => {
  const { modules, summary } = await violations(ROOTS);
  const read = modules.map(({ source }) => source);

  // An unreadable graph (say, a TypeScript the cruiser cannot parse) reports zero violations too.
  expect(read).toEqual(
    expect.arrayContaining(sourceFiles().filter((file) => ROOTS.some((root) => file.startsWith(`${root}/`)))),
  );
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
});

test('a planted violation is found', async () => {
  mkdirSync(PLANT, { recursive: true });
  writeFileSync(
    `${PLANT}/planted.ts`,
    "import { readConfig } from '../../../server/config.ts';\nexport const planted = readConfig;\n",
  );
  const { summary } = await violations([PLANT]);
  expect(summary.violations.map(({ rule }) => rule.name)).toContain('web-and-server-are-apart');
});
