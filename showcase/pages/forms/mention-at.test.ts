import { expect, test } from 'vitest';
import { mentionAt } from './markdown-editor.tsx';

test.each([
  ['@', 1, { start: 0, letters: '' }],
  ['Ask @ad', 7, { start: 4, letters: 'ad' }],
  ['Ask @ad and more', 7, { start: 4, letters: 'ad' }],
] as const)('%j at %i is a mention', (text, caret, found) => {
  expect(mentionAt(text, caret)).toEqual(found);
});

test.each([
  ['mail@example', 12],
  ['@ada ', 5],
  ['', 0],
] as const)('%j at %i is not a mention', (text, caret) => {
  expect(mentionAt(text, caret)).toBeNull();
});
