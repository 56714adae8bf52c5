import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { BANNED } from './plain-language.ts';
import { sourceFiles } from './source-files.ts';

/*
 * The texts of screens are in modules of texts, one for each feature, in plain English (CONTRIBUTING.md#style).
 */

/** Pages of prose keep their texts: a page is already one place. */
const PROSE = /^web\/features\/(documentation|marketing)\//;
const TEXTS = /-(strings|words)\.tsx?$/;
const screens = sourceFiles().filter((file) => /^web\/.*\.tsx$/.test(file) && !/\.test\.|\/testing\//.test(file));
const modules = sourceFiles().filter((file) => /^web\/.*-strings\.ts$/.test(file));

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

const WORD = /\p{L}{2,}/u;
/** Attributes that a reader sees or hears. */
const READ_ALOUD =
  /^(label|title|placeholder|description|context|what|aria-label|alt|hint|caption|submitLabel|confirmLabel)$/;

/** Sample values and abbreviations, which are the same in every language. */
const SAMPLES: ReadonlySet<string> = new Set(['America/Chicago', 'EUIs']);

/** Returns the texts that a component contains itself. */
function ownTexts(file: string): string[] {
  const found: string[] = [];
  visit(parse(file), (node) => {
    const element =
      ts.isJsxText(node) && ts.isJsxElement(node.parent) ? node.parent.openingElement.tagName.getText() : '';
    if (ts.isJsxText(node) && WORD.test(node.text) && !/^(code|Code|pre|kbd)$/.test(element))
      found.push(`${file}: ${node.text.trim()}`);
    if (!ts.isJsxAttribute(node) || !READ_ALOUD.test(node.name.getText())) return;
    if (
      node.initializer !== undefined &&
      ts.isStringLiteral(node.initializer) &&
      WORD.test(node.initializer.text) &&
      !SAMPLES.has(node.initializer.text)
    )
      found.push(`${file}: ${node.name.getText()}="${node.initializer.text}"`);
  });
  return found;
}

/** Returns all texts of a module, with their keys. */
function textsIn(file: string): { readonly key: string; readonly text: string }[] {
  const found: { key: string; text: string }[] = [];
  visit(parse(file), (node) => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer))
      found.push({ key: node.name.getText(), text: node.initializer.text });
  });
  return found;
}

test('components have no texts of their own', () => {
  const checked = screens.filter((file) => !PROSE.test(file) && !TEXTS.test(file));
  expect(checked.length).toBeGreaterThan(200);
  expect(checked.flatMap(ownTexts)).toEqual([]);
});

/** Patterns that no screen may contain, with the reason. */
const REFUSED: readonly (readonly [pattern: RegExp, why: string])[] = [
  [BANNED, 'an idiom that no reader expects'],
  [/\b(colour|licen[c]e|cancelled|organi[s]ation|gr[e]y|behaviour|centre|favourite)s?\b/i, 'British spelling'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d/, 'an ISO instant'],
  [/\p{L}\((?:s|es)\)/u, 'a plural in parentheses'],
  [/\b[a-z]+_[a-z_]+\b/, 'a raw name of a field or value'],
  [/\be-mail/i, 'email has no hyphen'],
];
/** Most words in a sentence of a screen. */
const LONGEST = 30;

describe('texts of screens', () => {
  const texts = modules.flatMap((file) => textsIn(file).map((one) => ({ ...one, file })));

  test.each(REFUSED)('none matches %s: %s', (pattern) => {
    expect(texts.length).toBeGreaterThan(2_000);
    const found = texts.filter(({ key, text }) => !key.endsWith('Words') && pattern.test(text));
    expect(found.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });

  test('no sentence is longer than a reader takes in at once', () => {
    const long = texts.filter(({ key, text }) =>
      key.endsWith('Words') ? false : text.split(/[.;:?!](?:\s|$)/).some((one) => one.split(/\s+/).length > LONGEST),
    );
    expect(long.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });

  test('every text is used', () => {
    const sources = screens.concat(sourceFiles().filter((file) => /^(web|showcase)\/.*\.ts$/.test(file)));
    const used = new Set(
      sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/[\w\])]\.(\w+)\b/g)].map(([, name]) => name)),
    );
    const unused = texts.filter(({ key }) => !used.has(key) && /^\w+$/.test(key) && key !== 'one' && key !== 'other');
    expect(unused.map(({ file, key }) => `${file}: ${key}`)).toEqual([]);
  });
});
