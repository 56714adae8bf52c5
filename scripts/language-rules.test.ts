import { existsSync, readdirSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { BANNED, LONGEST_SENTENCE, longSentence } from './plain-language.ts';
import { sourceFiles, textOf } from './source-files.ts';

/**
 * Folders whose language is finished (CONTRIBUTING.md#style). Add a folder here when its comments are rewritten.
 * Folders that are not listed are not checked yet.
 */
const FINISHED = ['contract', 'domain', 'packages', 'scripts', 'server', 'showcase', 'web', 'e2e'].filter((folder) =>
  // The showcase may be absent.
  existsSync(folder),
);

/** Maximum number of files in a folder without a README, including subfolders. */
const MOST_FILES = 15;
const LONGEST_README = 40;

const sources = sourceFiles();
const foldersIn = (group: string): string[] =>
  FINISHED.some((folder) => group.startsWith(folder))
    ? readdirSync(group, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${group}/${name}`)
    : [];
const sourcesOf = (folder: string): string[] => sources.filter((file) => file.startsWith(`${folder}/`));

const TITLED = /^(test|it|describe|testAtLength|describeOn\w+)\b/;

/**
 * Returns the comments of a source file without their delimiters, and the titles of its tests. A doc comment is one
 * comment.
 */
function proseOf(text: string): string[] {
  const source = ts.createSourceFile('prose.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const ranges = new Map<number, ts.CommentRange>();
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) ranges.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(text, node.getEnd()) ?? []) ranges.set(range.pos, range);
    if (ts.isCallExpression(node) && TITLED.test(node.expression.getText(source))) {
      const [title] = node.arguments;
      if (title !== undefined && ts.isStringLiteralLike(title)) titles.push(title.text);
    }
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  const comments = [...ranges.values()].map(({ pos, end }) =>
    text
      .slice(pos, end)
      .replace(/^\/\*\*?|\*\/$|^\s*\* ?|^\/\/ ?/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return [...comments, ...titles];
}

/** Returns the faults of a comment or title. Empty if there are none. */
function faultsOf(comment: string): string[] {
  const plain = comment.replace(/`[^`]*`|\([^)]*#[^)]*\)|'[^']*'/g, 'x');
  const banned = BANNED.exec(plain);
  const long = longSentence(plain);
  return [
    ...(banned === null ? [] : [`"${banned[0]}" in: ${comment.slice(0, 120)}`]),
    ...(long === undefined ? [] : [`more than ${LONGEST_SENTENCE} words: ${long.slice(0, 120)}`]),
  ];
}

test('comments and test titles of finished folders are plain and their sentences short', () => {
  const files = FINISHED.flatMap(sourcesOf);
  expect(files.length).toBeGreaterThan(100);
  const faults = files.flatMap((file) =>
    proseOf(textOf(file))
      .flatMap(faultsOf)
      .map((fault) => `${file}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

/** Folders that need a README: the finished folders, and the folders in those that only group others. */
const GROUPS = ['packages', 'server', 'server/features', 'web', 'web/features'];
const rooms = [...new Set([...FINISHED, ...GROUPS.flatMap(foldersIn)])].filter((folder) => !GROUPS.includes(folder));

test('a folder with many files has a short README', () => {
  const faults = rooms.filter((folder) => {
    if (sourcesOf(folder).length <= MOST_FILES) return false;
    const readme = `${folder}/README.md`;
    return !existsSync(readme) || textOf(readme).trimEnd().split('\n').length > LONGEST_README;
  });
  expect(faults).toEqual([]);
});

test.each([
  ['/** Whoever asks first gets it. */', 1],
  ['// The cache returns the value.', 0],
  ['const text = "for ever"; // It lasts for ever.', 1],
  [`// ${'word '.repeat(31)}.`, 1],
  ["const a = 'so many'; /* plain */", 0],
  ["test('keeps nobody waiting', () => {});", 1],
  ["describe.skipIf(false).each([1])('lasts for ever', () => {});", 1],
])('%s', (text, count) => {
  expect(proseOf(text).flatMap(faultsOf)).toHaveLength(count);
});

test('every finished folder has sources', () => {
  expect(FINISHED.filter((folder) => sourcesOf(folder).length === 0)).toEqual([]);
});
