import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: { name: string }[];
  options: Record<string, unknown>;
};

/** Folders that the rules cover. */
const ROOTS = ['packages', 'contract', 'domain', 'server', 'web', 'showcase'];

async function violations(baseDir: string): Promise<ICruiseResult> {
  const { tsConfig: _file, ...options } = rules.options;
  const result = await cruise(
    // The showroom may be absent.
    ROOTS.filter((root) => existsSync(join(baseDir, root))),
    { ...options, baseDir, preserveSymlinks: true, validate: true, ruleSet: { forbidden: rules.forbidden as [] } },
    rules.options.enhancedResolveOptions as object,
    { tsConfig: extractTSConfig('tsconfig.json') },
  );
  return result.output as ICruiseResult;
}

test('reads every source file and finds none that crosses a boundary', async () => {
  const { modules, summary } = await violations(process.cwd());
  const read = modules.map(({ source }) => source);

  // An unreadable graph (say, a TypeScript the cruiser cannot parse) reports zero violations too.
  expect(read).toEqual(
    expect.arrayContaining(sourceFiles().filter((file) => ROOTS.some((root) => file.startsWith(`${root}/`)))),
  );
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);

  const isProduct = (file: string) => /^web\//.test(file) && !/\.test\.|\/testing\//.test(file);
  const ofShowroom = modules.filter(
    ({ source, dependents }) => /^web\/(ui|lib)\//.test(source) && isProduct(source) && !dependents.some(isProduct),
  );
  // Parts that only the showroom uses belong in the showroom.
  expect(ofShowroom.map(({ source }) => source)).toEqual([]);
});

test('every server folder has a rule', () => {
  const rooms = readdirSync('server', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const named = rules.forbidden.map(({ name }) => name);
  const without = rooms.filter(({ name }) => name !== 'testing' && !named.includes(`${name}-knows-its-neighbours`));
  expect(without.map(({ name }) => name)).toEqual([]);
});

test("the server's root contains only the files that wire it together", () => {
  const files = sourceFiles().filter((file) => /^server\/[^/]+$/.test(file));
  const own = ['app.ts', 'dependencies.ts', 'ingestor.ts', 'main.test.ts', 'main.ts', 'play-server.ts'];
  expect(files.filter((file) => !own.includes(file.slice('server/'.length)))).toEqual([]);
});

/** Forbidden imports by the file that contains them. A path with `../` is relative to that file. */
const PLANTS: readonly (readonly [file: string, imported: string, rule: string])[] = [
  ['web/features/kites/planted.ts', '../../../server/config/config.ts', 'web-and-server-are-apart'],
  ['web/features/kites/reading.ts', 'node:fs', 'web-runs-in-browsers'],
  ['web/lib/planted.ts', 'node:path', 'web-runs-in-browsers'],
  ['web/features/kites/page.tsx', '../boats/boats-api.ts', 'web-features-are-islands'],
  ['contract/planted.ts', 'node:crypto', 'domain-does-no-io'],
  ['domain/planted.ts', '../server/lib/single-flight.ts', 'domain-knows-only-contract'],
  ['server/planted.ts', './features/boats/boats-routes.ts', 'root-is-wiring'],
  ['server/dependencies.ts', './figures/figure-sums.ts', 'root-is-wiring'],
  ['server/mail/planted.ts', '../features/boats/boats-routes.ts', 'mail-knows-its-neighbours'],
  ['server/simulator/planted.ts', '../features/boats/boats-routes.ts', 'simulator-knows-its-neighbours'],
  ['server/admin/planted.ts', '../features/boats/boats-routes.ts', 'admin-knows-its-neighbours'],
  ['server/lib/planted.ts', '../sign-in/password.ts', 'lib-knows-its-neighbours'],
  ['server/http/planted.ts', '../figures/figures.ts', 'http-knows-its-neighbours'],
  ['server/figures/planted.ts', '../features/boats/boats-routes.ts', 'figures-knows-its-neighbours'],
  ['server/figures/query/planted.ts', '../plan/steps.ts', 'figures-query-knows-no-later-stage'],
  ['server/figures/plan/planted.ts', '../read/sums.ts', 'figures-plan-knows-no-later-stage'],
  ['server/figures/cache/planted.ts', '../project/customer-figures.ts', 'figures-cache-knows-no-later-stage'],
  ['server/figures/keep/planted.ts', '../needs.ts', 'figures-has-no-other-stage'],
  ['server/memory/planted.ts', '../lib/single-flight.ts', 'memory-knows-its-neighbours'],
  ['server/databases/planted.ts', '../audit/audit.ts', 'databases-knows-its-neighbours'],
  ['server/features/kites/planted.ts', '../boats/boats-routes.ts', 'features-are-islands'],
  ['server/features/kites/wired.ts', '../../app.ts', 'features-knows-its-neighbours'],
  [
    'server/features/kites/engine.ts',
    '../../../packages/event-store/embedded-engine.ts',
    'features-knows-its-neighbours',
  ],
  ['server/copies/engine.ts', '../../packages/event-store/embedded-engine.ts', 'event-store-has-one-door'],
  ['packages/event-store/planted.ts', '../../server/config/config.ts', 'event-store-stands-alone'],
  ['server/features/kites/handles.ts', '../../databases/accounts/open-accounts.ts', 'features-knows-its-neighbours'],
  ['server/features/kites/driver.ts', 'pg', 'engines-only-in-databases'],
  ['server/network/driver.ts', 'chdb', 'engines-only-in-databases'],
  ['web/app/planted.ts', '../../showcase/showcase.ts', 'the-showroom-may-be-absent'],
  [
    'showcase/pages/kites/planted.ts',
    '../../../web/features/boats/boats-page.tsx',
    'showroom-knows-only-parts-and-rules',
  ],
  ['showcase/pages/kites/page.tsx', '../boats/boat.tsx', 'showroom-families-are-islands'],
  ['showcase/calls.ts', './ui/columns.tsx', 'showroom-calls-stand-alone'],
];

let found: readonly string[] = [];
const place = mkdtempSync(join(tmpdir(), 'voltboard-plants-'));

beforeAll(async () => {
  const write = (file: string, text: string) => {
    mkdirSync(join(place, dirname(file)), { recursive: true });
    writeFileSync(join(place, file), text);
  };
  for (const [file, imported] of PLANTS) {
    if (imported.startsWith('.')) write(join(dirname(file), imported), 'export const wanted = 1;\n');
  }
  for (const [file, imported] of PLANTS)
    write(file, `import * as wanted from '${imported}';\nexport const planted = wanted;\n`);
  cpSync('package.json', join(place, 'package.json'));
  symlinkSync(join(process.cwd(), 'node_modules'), join(place, 'node_modules'));
  const { summary } = await violations(place);
  found = summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

test.each(PLANTS)('%s may not import %s', (file, _imported, rule) => {
  expect(found).toContain(`${rule}: ${file}`);
});
