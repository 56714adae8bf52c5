import { expect, test } from 'vitest';
import { documentFiles, languageFaults, readSources, unknownNames } from './document-language.ts';
import { textOf } from './source-files.ts';

/** Maximum number of lines of a document, by its path. */
const MOST_LINES: readonly (readonly [RegExp, number])[] = [
  [/^README\.md$/, 150],
  [/^ARCHITECTURE\.md$/, 120],
  [/\/README\.md$/, 40],
];
const documents = documentFiles();
const sources = readSources();

const linesIn = (text: string): number => text.trimEnd().split('\n').length;
const isTooLong = (path: string, lines: number): boolean =>
  MOST_LINES.some(([form, most]) => form.test(path) && lines > most);

test('documents are plain: no idiom of the house, short sentences, phrases in cells, lines of 120', () => {
  expect(documents.length).toBeGreaterThan(30);
  const faults = documents.flatMap((document) =>
    languageFaults(textOf(document)).map((fault) => `${document}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test('the README, the page on architecture and the READMEs of folders are short', () => {
  expect(documents.filter((document) => isTooLong(document, linesIn(textOf(document))))).toEqual([]);
});

test('code that the documents name exists', () => {
  const unknown = documents.flatMap((document) =>
    unknownNames(textOf(document), sources).map((name) => `${document}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test.each([
  'Whoever asks first gets it.',
  '# What stands here',
  '- one item\n  that was kept for ever',
  '| a cell | which nobody reads |',
  `${'so '.repeat(31)}.`,
  `- ${'word '.repeat(20)}\n  ${'word '.repeat(11)}.`,
  `| ${'word '.repeat(26)} |`,
  `\`\`\`sh\ncode\n\`\`\`\nShort. ${'Short words. '.repeat(10)}`,
])('a fault of language is found in %j', (text) => expect(languageFaults(text)).toHaveLength(1));

test.each([
  'The cache returns the value.',
  'The label reads "for ever" and the code `nobody`.',
  `\`\`\`sh\n${'command '.repeat(40)}\n\`\`\``,
  `| ${'12 '.repeat(20)}| ${'cell | '.repeat(30)}`,
  `${'word '.repeat(15)}\n\n- ${'word '.repeat(16)}`,
  'Two standings: `manager` and `viewer`.',
])('plain text is taken: %j', (text) => expect(languageFaults(text)).toEqual([]));

test.each([
  ['README.md', 151],
  ['ARCHITECTURE.md', 121],
  ['server/lib/README.md', 41],
] as const)('%s with %i lines is too long', (path, lines) => {
  expect([isTooLong(path, lines), isTooLong(path, lines - 1)]).toEqual([true, false]);
});

test.each([
  'call `findNothingAnywhere()`',
  'a `NoSuchRegistry`',
  'the column `no_such_column`',
  'in `server/nowhere/`',
  'in `no-such-file.ts`',
  'files `nowhere-*.ts`',
  'a method `Figures.noSuchMethod`',
])('a name that does not exist is found in %s', (text) => {
  expect(unknownNames(text, sources)).toHaveLength(1);
});

test.each([
  '`createIngestor`, `EventsDb`, `import_rows`, `INVALID_REASONS`',
  '`server/figures/plan/`, `create-ingestor.ts`, `server/figures/*/`, `find-*.ts`',
  '`npm run admin -- import`, `/admin/money`, `server/features/<feature>/`, `cache.forNetwork`',
])('names that exist are taken: %s', (text) => expect(unknownNames(text, sources)).toEqual([]));

test('the glossary is sorted, and each term names the file or folder that has it', () => {
  const glossary = documents.find((document) => document.endsWith('glossary.md')) ?? '';
  const tables = textOf(glossary).split('\n## ').slice(1);
  expect(tables).toHaveLength(2);
  for (const table of tables) {
    const rows = [...table.matchAll(/^\| (?!term \||-)(.+?) \| .+? \| (.+?) \|$/gm)];
    const terms = rows.map(([, term = '']) => term.replaceAll('`', '').toLowerCase());
    expect(terms.length).toBeGreaterThan(50);
    expect(terms).toEqual(terms.toSorted());
    expect(rows.map(([, , where = '']) => where).filter((where) => !/^`[^`]+`$/.test(where))).toEqual([]);
  }
});
