import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Returns the files that may cite a document: sources, styles, scripts and deployment files. */
export function citingFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  const citing = /(\.(tsx?|css|mjs|cjs|js|html|ya?ml|sh|service)|Dockerfile|\.ci\/run)$/;
  // This file and its test must contain the forms that they reject.
  const own = /^scripts\/(citations|source-rules\.test)\.ts$/;
  return listed.split('\n').filter((file) => citing.test(file) && !own.test(file) && existsSync(file));
}

/** Returns the anchors of a document's headings, as GitHub and most viewers create them. */
const anchorsOf = (document: string): Set<string> =>
  new Set(
    [...readFileSync(document, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

const isThere = (document: string, anchor: string | undefined): boolean =>
  existsSync(document) && (anchor === undefined || anchorsOf(document).has(anchor));

/** `docs/threat-model.md#b4`, optionally with further anchors in the same document: `docs/threat-model.md#b4, #g2`. */
const CITATION = /(?<![\w/.])((?:docs\/[\w-]+|README|ARCHITECTURE|CONTRIBUTING)\.md)((?:(?:, )?#[\w-]+)*)/g;

/** Returns citations of a missing document or heading, and citations of a whole document in `docs/`. */
export function deadCitations(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap(([whole, document = '', anchors = '']) => {
    const named = [...anchors.matchAll(/#([\w-]+)/g)].map(([, anchor]) => anchor);
    const isLoose = named.length === 0 && document.startsWith('docs/');
    return !isLoose && (named.length === 0 ? [undefined] : named).every((anchor) => isThere(document, anchor))
      ? []
      : [whole];
  });
}

/** Forms of citation that cannot be resolved: a number without its document, or an unknown document. */
const LOOSE: readonly RegExp[] = [
  /\bsecurity (?:[A-M]\d|\d+\.)[\w.]*/i,
  /\b(?:specification|decisions|architecture|inventory|business)(?: \(|,)? ?(?:sections? )?\d[\d.]*/i,
  /\bsections? \d+ of the \w+/i,
  /(?<![\w/-])(?:events-store|decisions|specification|business|business-rules|threat-model|security|look|architecture|stack|cluster|field|demo-pages|sample-pages)\.md\b/,
  /\btraps? T\d+/i,
  /\bscoreboard\b/i,
  /\b(?:demo|sample)-pages,? ?(?:sections? )?\d[\d.]*/i,
];
/** Further unresolvable forms, which count only in comments: elsewhere, they may be data. */
const LOOSE_IN_COMMENTS: readonly RegExp[] = [
  /\bissues? #?\d+/i,
  /\bpoint \d+\b/i,
  /\bsections? \d+\b(?!\/)/i,
  /\s\([A-J]\d{1,2}[,)]|, [A-J]\d{1,2}\)/,
];
const isComment = (line: string): boolean => /^\s*(\/\/|\/\*|\*|#)|\s\/\/ /.test(line);

/** Returns the citations that cannot be looked up. */
export const looseCitations = (text: string): string[] =>
  text.split('\n').flatMap((line) =>
    [...LOOSE, ...(isComment(line) ? LOOSE_IN_COMMENTS : [])].flatMap((form) => {
      const found = form.exec(line)?.[0];
      return found === undefined ? [] : [found];
    }),
  );

/** Returns a document's links to missing files and headings. */
export function deadLinks(document: string): string[] {
  const text = readFileSync(document, 'utf8');
  return [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([\w-]+))?\)/g)].flatMap(([whole, path = '', anchor]) => {
    const target = path === '' ? document : normalize(join(dirname(document), path));
    return isThere(target, anchor) ? [] : [whole];
  });
}

/** Names that look like files of this repository but belong to an installation or a response. */
const ELSEWHERE = new Set(['404.html']);

/** Returns every tracked file in one text, each path preceded by a slash and followed by a line break. */
const trackedFiles = (): string =>
  `/${execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).replaceAll('\n', '\n/')}`;

/**
 * Returns the product's files and folders that a document names in backticks but that do not exist. A name may be a
 * path, the end of a path, or a file name.
 */
export function missingFiles(text: string): string[] {
  const paths = [...text.matchAll(/`((?:contract|domain|server|web|e2e|scripts|deploy|showcase)\/[\w./-]+)`/g)];
  const names = [...text.matchAll(/`([\w./-]*\w\.(?:tsx?|[cm]?js|css|csv|html|ya?ml))`/g)];
  const tracked = trackedFiles();
  const isThereAs = (name: string) => existsSync(name) || tracked.includes(`/${name}\n`);
  const named = new Set([...paths, ...names].map(([, name = '']) => name));
  return [...named].filter((name) => !ELSEWHERE.has(name) && !isThereAs(name));
}
