import { expect, test } from 'vitest';
import { plainText, plainTextProblem } from './plain-text.ts';

test.each([
  ['  Pier \t House\n', 'Pier House'],
  ['Cafe\u0301', 'Café'],
  ['', ''],
])('stores %j as %j', (text, stored) => {
  expect(plainText(text)).toBe(stored);
});

test.each([
  ['Pier House', null],
  ['x'.repeat(10), null],
  ['x'.repeat(11), 'is longer than 10 characters'],
  ['a\u202eb', 'contains invisible or control characters; type it again'],
  ['a\u0007b', 'contains invisible or control characters; type it again'],
])('%j: %s', (text, problem) => {
  expect(plainTextProblem(text, 10)).toBe(problem);
});
