import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameKey } from './name-key.ts';
import { hasInvisible, plainTextProblem, visibleText } from './plain-text.ts';

const NEEDED = [
  'ශ්‍රී ලංකා',
  'می‌خواهم کافه',
  '👩‍👩‍👧 Café',
  'র‍্যাব ঢাকা',
  'ശ്രീ ന്‍',
  'क्‍ष होटल',
  'नेपाली र्‍या',
  '🏳️‍🌈 Bar',
  '👨🏽‍🍳 Küche',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Inn',
];

test.each(NEEDED)('%s has only the joiners that it needs', (name) => {
  expect(hasInvisible(name)).toBe(false);
  expect(plainTextProblem(name, 200)).toBeNull();
  expect(visibleText(name)).toBe(name);
});

test.each([
  'Pier\u200cHouse',
  'Pier\u200dHouse',
  'Pier House\u200d',
  '\u200dPier',
  'Кафе\u200cМосква',
  'می\u200c\u200cخواهم',
  'می\u200c',
  'دار\u200cها',
  'ශ්\u200d\u200dරී',
  '👩\u200d Café',
  '👩\u200d\u200d👧',
  '北京\u200d咖啡',
  'a\u{e0067}\u{e007f}',
  '🏴\u{e0068}\u{e0069}\u{e007f}',
  'می\u200bخواهم',
])('%j has an invisible character that it does not need', (name) => {
  expect(hasInvisible(name)).toBe(true);
  expect(hasInvisible(visibleText(name))).toBe(false);
});

test('Latin, Greek, Cyrillic and Chinese letters never need a joiner between them', () => {
  const letter = fc.constantFrom(...'aZéßñøłαΩжЯ9-北カ한');
  fc.assert(
    fc.property(fc.array(letter), fc.constantFrom('\u200c', '\u200d'), fc.array(letter), (before, joiner, after) =>
      hasInvisible([...before, joiner, ...after].join('')),
    ),
  );
});

test('no two names differ by a joiner alone, and a search finds a name without it', () => {
  for (const name of NEEDED) expect(nameKey(name)).toBe(nameKey(name.replace(/[\u200c\u200d]/g, '')));
});
