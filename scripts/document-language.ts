import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { BANNED, LONGEST_SENTENCE, longSentence } from './plain-language.ts';

/** Words that documents must also avoid, but comments may still contain. */
const BANNED_IN_DOCUMENTS = /\b(whatever|stands?|by (itself|themselves)|at a time|tells?|told)\b/i;
const LONGEST_LINE = 120;
/** Maximum number of words in a table cell, which contains only a phrase. */
const LONGEST_CELL = 25;

type Block = { readonly kind: 'text' | 'cell'; readonly text: string };

/** Returns a document's lines outside code blocks, and which of them are table rows. */
function linesOf(document: string): { readonly text: string; readonly isRow: boolean }[] {
  let isCode = false;
  return document.split('\n').flatMap((text) => {
    const isFence = /^\s*```/.test(text);
    if (isFence) isCode = !isCode;
    return isFence || isCode ? [] : [{ text, isRow: /^\s*\|/.test(text) }];
  });
}

/** Returns paragraphs, headings, list items and table cells. */
function blocksOf(document: string): Block[] {
  const blocks: { kind: Block['kind']; text: string }[] = [];
  let isOpen = false;
  for (const { text, isRow } of linesOf(document)) {
    if (isRow) {
      const cells = text
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/);
      blocks.push(...cells.map((cell) => ({ kind: 'cell' as const, text: cell.trim() })));
      isOpen = false;
    } else if (text.trim() === '') isOpen = false;
    else if (isOpen && !/^\s*([-*]|\d+\.) |^#/.test(text)) {
      const last = blocks.at(-1);
      if (last !== undefined) last.text += ` ${text.trim()}`;
    } else {
      blocks.push({ kind: 'text', text: text.replace(/^\s*([-*]|\d+\.|#+) /, '').trim() });
      isOpen = !text.startsWith('#');
    }
  }
  return blocks;
}

/** Returns a block's plain text. Code and quoted product texts count as one word each. */
const plainText = (text: string): string =>
  text
    .replace(/`[^`]*`/g, 'x')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/"[^"]*"/g, 'x')
    .replaceAll('*', '')
    .replace(/\s+/g, ' ');

const wordsOf = (text: string): number => text.split(' ').filter((word) => /\w/.test(word)).length;
const begin = (text: string): string => text.slice(0, 120);

/** Returns the faults in a document's language; empty if there are none. */
export function languageFaults(document: string): string[] {
  const faults = blocksOf(document).flatMap(({ kind, text }) => {
    const plain = plainText(text);
    const banned = BANNED.exec(plain) ?? BANNED_IN_DOCUMENTS.exec(plain);
    const long = kind === 'text' ? longSentence(plain) : undefined;
    return [
      ...(banned === null ? [] : [`"${banned[0]}" in: ${begin(text)}`]),
      ...(long === undefined ? [] : [`more than ${LONGEST_SENTENCE} words: ${begin(long.trim())}`]),
      ...(kind === 'cell' && wordsOf(plain) > LONGEST_CELL ? [`a paragraph in a cell: ${begin(text)}`] : []),
    ];
  });
  const wide = linesOf(document).flatMap(({ text, isRow }) =>
    !isRow && text.length > LONGEST_LINE && /\S\s+\S/.test(text.trim())
      ? [`wider than ${LONGEST_LINE}: ${begin(text)}`]
      : [],
  );
  return [...faults, ...wide];
}

const tracked = (): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file));

/** Returns all Markdown files in the repository. */
export const documentFiles = (): string[] => tracked().filter((file) => file.endsWith('.md'));

type Sources = { readonly files: readonly string[]; readonly words: ReadonlySet<string> };

/** Returns the file names, and every word in the sources. These checks themselves are excluded. */
export function readSources(): Sources {
  const files = tracked();
  const own = /^scripts\/document-language\b/;
  const texts = files.filter(
    (file) => /\.([cm]?[jt]sx?|css|ya?ml)$|^\.env\.example$|(^|\/)tsconfig\.json$/.test(file) && !own.test(file),
  );
  const words = new Set(texts.flatMap((file) => readFileSync(file, 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? []));
  return { files, words };
}

/** Names from other programs, and names of files that a command or a build writes. */
const ELSEWHERE = new Set(['queryBindAsync', 'sbom.cdx.json', 'dist/static', '404.html', 'licenses.md', '0.0.0.0/0']);

const CAMEL = /^[a-z][a-z\d]*(?:[A-Z][A-Za-z\d]*)+$/;
const PASCAL = /^[A-Z][a-z\d]+(?:[A-Z][A-Za-z\d]*)*$/;
const SNAKE = /^[A-Za-z\d]+(?:_[A-Za-z\d]+)+$/;
const EXTENSION = /\.([cm]?[jt]sx?|css|csv|md|html|ya?ml|json)$/;

/** Whether a file or folder has this path, or a path that ends in it. A star matches any part of a name. */
function hasFile(files: readonly string[], path: string): boolean {
  const name = path
    .replace(/\/$/, '')
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*');
  const form = new RegExp(`(^|/)${name}($|/)`);
  return files.some((file) => form.test(file));
}

/** Returns the code names that a document has in backticks but no source contains: identifiers, files and folders. */
export function unknownNames(document: string, { files, words }: Sources): string[] {
  const spans = linesOf(document).flatMap(({ text }) => [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span));
  return [...new Set(spans)].filter((span) => {
    const name = span.replace(/\(.*\)$/, '');
    // URL paths begin with a slash, and placeholders in angle brackets are not names.
    if (/\s|^\W*\/|[<>…:]/.test(name) || ELSEWHERE.has(name)) return false;
    if (EXTENSION.test(name) || /^[\w.*-]+(\/[\w.*-]*)+$/.test(name)) return !hasFile(files, name);
    const parts = name.split('.').filter((part) => CAMEL.test(part) || PASCAL.test(part) || SNAKE.test(part));
    return parts.some((part) => !words.has(part));
  });
}
