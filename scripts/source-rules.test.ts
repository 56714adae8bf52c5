import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { CONFIG_VARIABLES } from '../server/config/config.ts';
import { citingFiles, deadCitations, deadLinks, looseCitations, missingFiles } from './citations.ts';
import { hasDocumentation, renderEnvExample, renderSettings, SETTINGS_FILE } from './env-example.ts';
import { sourceFiles, textOf } from './source-files.ts';

const product = sourceFiles().filter((file) =>
  /^((contract|domain|packages|server|web)\/|showcase\/(?!e2e\/))/.test(file),
);
const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file);
const shipped = product.filter((file) => !isTest(file));
const linesOf = (file: string) => textOf(file).split('\n').length - 1;

test('no source file is longer than 400 lines, and no test longer than 600', () => {
  const exempt = /sample-data|\.gen\.ts$/;
  const longest = (file: string) => (isTest(file) ? 600 : 400);
  const long = sourceFiles().filter((file) => !exempt.test(file) && linesOf(file) > longest(file));
  expect(long).toEqual([]);
});

test('no object literal is spread only to keep properties on one line', () => {
  expect(sourceFiles().filter((file) => /\.{3}\{/.test(textOf(file)))).toEqual([]);
});

test('the environment is read in one place', () => {
  const readers = shipped.filter((file) => /process\.env/.test(textOf(file)));
  expect(
    readers.filter(
      (file) =>
        file.startsWith('server/') &&
        !/^server\/(config\/config|main|admin\/main|import-runs\/import-program|simulator\/main)\.ts$/.test(file),
    ),
  ).toEqual([]);
});

test('the browser calls the server in one place', () => {
  const callers = shipped.filter((file) => /^(web|showcase)\//.test(file) && /\bfetch\(/.test(textOf(file)));
  // The last two are not calls: one reads files of the build, and one is text that shows how an outlet calls in
  // JavaScript.
  const own = ['web/lib/api-client.ts', 'web/lib/event-stream.ts'];
  own.push('web/lib/load-data-file.ts', 'web/features/documentation/serve-examples.ts');
  expect(callers.filter((file) => !own.includes(file))).toEqual([]);
});

test("no page uses React's lazy, which shows the pending state for at least a third of a second", () => {
  expect(shipped.filter((file) => file.startsWith('web/') && /\blazy\(/.test(textOf(file)))).toEqual([]);
});

test('formatCounted writes a count and its noun, so that one reads "1 outlet"', () => {
  const own = /formatCount\([^{}]*\)\} (more |other |new )?(?!as )[a-z]+s\b/;
  expect(shipped.filter((file) => file.startsWith('web/') && own.test(textOf(file)))).toEqual([]);
});

test('one function names an outlet without a label by its EUI', () => {
  const own = /label (\|\||(=|!)== ''\s*\?)[^;]{0,60}\beui\b/i;
  expect(shipped.filter((file) => file !== 'domain/eui.ts' && own.test(textOf(file)))).toEqual([]);
});

test('no call is made only to see whether it throws, because the bundler treats it as dead code', () => {
  const unused =
    /\btry \{\s*(void\s+)?((de|en)codeURI\w*|String|Number|BigInt|Symbol|parseInt|parseFloat|new (URL|RegExp|Date|Intl\.\w+)|(Object|Math|JSON|Intl)\.\w+)\([^;]*\);/;
  expect(shipped.filter((file) => unused.test(textOf(file)))).toEqual([]);
});

test('never spreads rows into the arguments of a call, because hundreds of thousands overflow the stack', () => {
  const spread = /\.(push|unshift)\(\.\.\.|\bMath\.(min|max)\(\.\.\./;
  expect(shipped.filter((file) => /^(server|packages|domain)\//.test(file) && spread.test(textOf(file)))).toEqual([]);
});

test('never joins a time limit with other signals, because nothing holds it then and it never fires', () => {
  const joined = /AbortSignal\.any\([^;]*AbortSignal\.timeout/;
  expect(shipped.filter((file) => joined.test(textOf(file)))).toEqual([]);
});

test('never computes a searched list for each row, because the engine evaluates a parameter or subquery once', () => {
  const searched = /\bIN [a-z]\w*\(|\bhas\((\{|array)/;
  expect(shipped.filter((file) => /^(server|packages)\//.test(file) && searched.test(textOf(file)))).toEqual([]);
});

test('every overlay uses the shared component, which restores the focus and never discards typed text', () => {
  const business = shipped.filter((file) => file.startsWith('web/') && !file.startsWith('web/features/documentation/'));
  const library = /import \{[^}]*\b(Modal|Drawer)\b[^}]*\} from '@mantine\/core'/;
  const own = business.filter((file) => library.test(textOf(file)) && !/useOverlay\(/.test(textOf(file)));
  expect(own).toEqual([]);
  // Drawers track typed text. The forms in the files below have only a page number, a password, a search or a question.
  const forms = business.filter((file) => /<form\b/.test(textOf(file)) && !/useDraft/.test(textOf(file)));
  const without =
    /^web\/(ui\/(form-drawer|date-range)|app\/pages\/not-found-page|features\/(auth|search|marketing)\/.*|features\/account\/(seed-form|password-panel)|features\/reports\/shared-report-page|features\/trial\/trial-page)\.tsx$/;
  expect(forms.filter((file) => !without.test(file))).toEqual([]);
});

test('titles wrap within a word if needed, so that they push no button off a phone', () => {
  const titles = readdirSync('web/ui')
    .filter((name) => name.endsWith('.module.css'))
    .flatMap((file) =>
      [...textOf(`web/ui/${file}`).matchAll(/^\.title \{[^}]*\}/gm)].map(([rule]) => ({ file, rule })),
    );
  expect(titles.length).toBeGreaterThan(3);
  expect(
    titles.filter(({ rule }) => !/overflow-wrap: (anywhere|break-word)/.test(rule)).map(({ file }) => file),
  ).toEqual([]);
});

test("amounts use the installation's currency, without a hard-coded code or sign", () => {
  const written = /currency: '[A-Z]{3}'|(?<![\w$])\$\$\{|US dollars|leftSection="\$"|Price in dollars/;
  const own = /^(showcase\/|packages\/event-store\/|server\/databases\/)/;
  expect(shipped.filter((file) => !own.test(file) && written.test(textOf(file)))).toEqual([]);
  // The documentation may not mention dollars, because an installation can use euros.
  const told = (file: string) => file.startsWith('web/features/documentation/') && /dollar/i.test(textOf(file));
  expect(shipped.filter(told)).toEqual([]);
});

test('domain/durations.ts alone defines lengths of time', () => {
  const again =
    /^(?:export )?const (?:SECOND|MINUTE|HOUR|DAY|WEEK)_MS\b|(?<![\d_])(?:86_400_000|86400000|864e5|3_600_000|3600000|60_000|60000)(?![\d_])/m;
  const own = /^(domain\/durations|scripts\/source-rules\.test)\.ts$/;
  // Exceptions: the timeout of a test, numbers that are not times (rows, milliwatt-hours), and a test's program text.
  const others =
    /\+ 3_600_000|random\.whole\(0, 60_000\)|Math\.max\(60_000, outlets|\[60_000, 1_200_000\]|PROGRAM = `[^`]*`/g;
  const bare = (file: string) => again.test(textOf(file).replace(others, ''));
  expect(sourceFiles().filter((file) => !own.test(file) && bare(file))).toEqual([]);
});

test("one place uses the time zone library, and nothing uses the machine's clock or a second library", () => {
  const machine =
    /\.(get|set)(Hours|Minutes|Date|Day|Month|FullYear)\(|getTimezoneOffset|from '(luxon|dayjs|date-fns|moment)/;
  const inProduct = shipped.filter((file) => !file.startsWith('showcase/'));
  expect(inProduct.filter((file) => machine.test(textOf(file)))).toEqual([]);
  const zones = inProduct.filter((file) => /from 'temporal-polyfill'/.test(textOf(file)));
  expect(zones).toEqual(['domain/zone-hours.ts', 'domain/zoned-day.ts']);
});

test('a test waits for an event, never for a fixed time, and asserts no timing', () => {
  const tests = sourceFiles().filter((file) => /\.(test|spec)\.tsx?$/.test(file));
  const windows =
    /\bwaitForTimeout\(|\bvi\.wait(For|Until)\(|\.poll\([^\n]*timeout:|\b(pause|setTimeout)\(([^\n()]*, ?)?\d[\d_]*\)|performance\.now\(\)[^\n]*toBeLessThan\(\d/;
  expect(tests.filter((file) => windows.test(textOf(file)))).toEqual([]);
});

test('only the demo network is called demo: no showroom file or export has the word', () => {
  const showroom = sourceFiles().filter((file) => file.startsWith('showcase/'));
  expect(showroom.filter((file) => /demo/i.test(file) || /^export [^=('"]*demo/im.test(textOf(file)))).toEqual([]);
});

test('only queries, migrations and the stores contain SQL text', () => {
  const sql = /\b(SELECT\s+[\s\S]{1,200}\bFROM|INSERT INTO|DELETE FROM|ALTER TABLE|CREATE TABLE)\b/;
  const writers = shipped.filter((file) => file.startsWith('server/') && sql.test(textOf(file)));
  expect(writers.filter((file) => !/-queries\.ts$|^server\/databases\//.test(file))).toEqual([]);
});

test('one function decides which engine the accounts are on', () => {
  const own = /^server\/databases\/accounts\/(accounts-db\.ts|migrations\/)/;
  expect(shipped.filter((file) => /\bPostgresAdapter\b/.test(textOf(file)) && !own.test(file))).toEqual([]);
});

test('paths of our files use fileURLToPath, because a URL encodes a space as %20', () => {
  const programs = [
    ...sourceFiles(),
    ...readdirSync('scripts').flatMap((file) => (file.endsWith('.mjs') ? [`scripts/${file}`] : [])),
  ];
  expect(programs.filter((file) => /import\.meta\.url\)\.pathname/.test(textOf(file)))).toEqual([]);
});

test('there are no barrels and no catch-all names', () => {
  const banned = /\/(index|utils?|helpers?|common-utils|shared|manager)\.tsx?$/;
  expect(product.filter((file) => banned.test(file))).toEqual([]);
});

/** Why several files may share a name. */
const SEVERAL: Readonly<Record<string, string>> = {
  'main.ts': 'the start of each program, which says so by its folder',
};

test('no two files have the same name, so that a name finds its file', () => {
  const files = sourceFiles().map((file) => ({ file, name: basename(file) }));
  const several = files.filter(({ file, name }) => files.some((other) => other.name === name && other.file !== file));
  expect(several.filter(({ name }) => !(name in SEVERAL)).map(({ file }) => file)).toEqual([]);
  expect(Object.keys(SEVERAL).filter((name) => !several.some((file) => file.name === name))).toEqual([]);
});

test('.env.example matches the config schema', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(renderEnvExample(CONFIG_VARIABLES));
});

test.runIf(hasDocumentation())('the documentation lists the settings of the config schema', () => {
  expect(readFileSync(SETTINGS_FILE, 'utf8')).toBe(renderSettings(CONFIG_VARIABLES));
});

const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].concat(
  readdirSync('docs').flatMap((file) => (file.endsWith('.md') ? [`docs/${file}`] : [])),
);

test('every citation in a comment exists in the repository, by file and heading', () => {
  const wrong = citingFiles().flatMap((file) => {
    const text = textOf(file);
    return [...deadCitations(text), ...looseCitations(text)].map((cited) => `${file}: ${cited}`);
  });
  expect(wrong).toEqual([]);
});

test.each([
  '// (docs/threat-model.md#a99)',
  '// (docs/threat-model.md#a1, #a99)',
  '// docs/threat-model.md says why',
  '// docs/threats.md#a1',
  '// (README.md#no-such-heading)',
])('finds a citation that leads nowhere: %s', (line) => expect(deadCitations(line)).toHaveLength(1));

test.each([
  '// (security E1)',
  '/** Specification section 9: 30 points. */',
  '// the limit of decisions sections 5 and 8',
  '// without validation (section 5)',
  '// events-store.md says why',
  '// see issue 12',
  ' * for good (A18).',
  "test('the figures (security 4.3-4)', () => {",
  '// as demo-pages 18.3 has it',
])('finds a citation without its document: %s', (line) => expect(looseCitations(line)).not.toEqual([]));

test.each([
  '// (docs/threat-model.md#b4, #g2)',
  '// (docs/glossary.md#domain-terms)',
  "// '@SUM(A1)' of docs/threat-model.md#e4",
])('accepts a citation that can be looked up: %s', (line) =>
  expect([...deadCitations(line), ...looseCitations(line)]).toEqual([]),
);

test('documents link to existing headings and name existing files', () => {
  const wrong = documents.flatMap((document) => deadLinks(document).map((link) => `${document}: ${link}`));
  const missing = documents.flatMap((document) => missingFiles(textOf(document)).map((file) => `${document}: ${file}`));
  expect([...wrong, ...missing]).toEqual([]);
});

test.each(['`web/nowhere.ts`', '`nowhere/editable-fields.ts`', '`a-file-of-long-ago.ts`', '`examples/none.csv`'])(
  'finds a missing file in %s',
  (text) => expect(missingFiles(text)).toHaveLength(1),
);

/** The first commit whose subject is checked. A clone whose history is shorter skips the check. */
const SUBJECTS_SINCE = '6015e7d6f7cf';
const git = (...words: string[]) => spawnSync('git', words, { encoding: 'utf8' });
const hasHistory = git('merge-base', '--is-ancestor', SUBJECTS_SINCE, 'HEAD').status === 0;

test.runIf(hasHistory)('the subject of a commit has a type, a feature word and at most 72 characters', () => {
  const subjects = git('log', '--no-merges', '--format=%s', `${SUBJECTS_SINCE}..HEAD`)
    .stdout.split('\n')
    .filter(Boolean);
  const form = /^(feat|fix|docs|test|refactor|perf|build|style|chore)(\([a-z0-9-]+\))?: \S/;
  expect(subjects.filter((subject) => subject.length > 72 || !form.test(subject))).toEqual([]);
});

/** The first day whose commit bodies are checked. Older bodies were wrapped at the width of the sources. */
const BODIES_SINCE = '2026-11-23T00:00:00Z';
/** Returns lines that could have been wrapped. An address or a path cannot be wrapped. */
const tooWide = (body: string): string[] =>
  body.split('\n').filter((line) => line.length > 72 && /\S\s+\S/.test(line.trim()));

test.runIf(hasHistory)('the body of a commit is wrapped at 72 columns', () => {
  const bodies = git('log', '--no-merges', `--since=${BODIES_SINCE}`, '--format=%b', `${SUBJECTS_SINCE}..HEAD`).stdout;
  expect(tooWide(bodies)).toEqual([]);
  expect(tooWide(`${'a'.repeat(80)}\nshort\n${'two words '.repeat(8)}`)).toEqual(['two words '.repeat(8)]);
});

test('every npm command in the documents exists', () => {
  const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts as Record<string, string>;
  for (const document of documents) {
    expect(existsSync(document), document).toBe(true);
    const named = [...textOf(document).matchAll(/npm (?:run )?([a-z][a-z:-]*)/g)].map(([, name]) => name ?? '');
    const unknown = named.filter(
      (name) => !(name in scripts) && !['install', 'ci', 'registry', 'packages', 'package'].includes(name),
    );
    expect(unknown, document).toEqual([]);
  }
});

test('every test file that a script names exists, because a renamed one would be skipped silently', () => {
  const named = readdirSync('scripts')
    .filter((file) => /\.mjs$/.test(file))
    .flatMap((file) => [...readFileSync(`scripts/${file}`, 'utf8').matchAll(/'([\w/.-]+\.(?:spec|test)\.ts)'/g)])
    .map(([, file = '']) => file);
  expect(named).toContain('e2e/dashboard.spec.ts');
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

test('the linter reports a planted error', () => {
  const planted = "export const planted: any = eval('1');\n";
  const lint = () =>
    execFileSync('node', ['node_modules/@biomejs/biome/bin/biome', 'check', '--stdin-file-path=domain/planted.ts'], {
      input: planted,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  expect(lint).toThrow(/noExplicitAny|Command failed/);
});
