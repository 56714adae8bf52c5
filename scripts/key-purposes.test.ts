import { expect, test } from 'vitest';
import { DAY_MS } from '../domain/durations.ts';
import { KEY_PURPOSES, PURPOSE_NAMES, ROOT_SECRET_FILES } from '../server/keys/key-purposes.ts';
import { SEALED } from '../server/keys/sealed-columns.ts';
import { sourceFiles, textOf } from './source-files.ts';

const server = sourceFiles().filter((file) => /^server\//.test(file) && !/\.test\.ts$|\/testing\//.test(file));
const ROOT = /\b(s|previousS)essionSecret\b/;

test('only the listed files read the root secret, because every other key has its own purpose', () => {
  const readers = server.filter((file) => ROOT.test(textOf(file)));
  expect(readers.toSorted()).toEqual(Object.keys(ROOT_SECRET_FILES).toSorted());
});

test('each purpose has a key in use, and each column that its keys encrypt is listed', () => {
  const text = server
    .filter((file) => !file.endsWith('key-purposes.ts') && !file.endsWith('sealed-columns.ts'))
    .map(textOf)
    .join('\n');
  const used = [...text.matchAll(/createSecretBox\(\w+, '([a-z-]+)'\)|keys\.current\('([a-z-]+)'\)/g)];
  expect([...new Set(used.map(([, box, key]) => box ?? key))].toSorted()).toEqual(PURPOSE_NAMES.toSorted());
  // The keys of `visitors` encrypt no listed column: the salt is stored as a fact, and orders to erase visitors are
  // deleted with their jobs.
  const columns = new Set(SEALED.map(({ purpose }) => purpose).filter((purpose) => purpose !== 'root'));
  const encrypting = PURPOSE_NAMES.filter((purpose) => KEY_PURPOSES[purpose].use === 'encrypts');
  expect([...columns, 'visitors'].toSorted()).toEqual(encrypting.toSorted());
});

test('the threat model lists the purposes of the registry', () => {
  const rows = [
    ...textOf(`${['docs', 'threat-model'].join('/')}.md`).matchAll(
      /^\| `([a-z-]+)` \| (signs|encrypts) \| (.+?) \| (\d+) days/gm,
    ),
  ];
  expect(rows.map(([, ...cells]) => cells)).toEqual(
    PURPOSE_NAMES.map((purpose) => {
      const { use, protects, acceptedForMs } = KEY_PURPOSES[purpose];
      return [purpose, use, protects, String(acceptedForMs / DAY_MS)];
    }),
  );
});
