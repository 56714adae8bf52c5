import { expect, test } from 'vitest';
import { numberText, readNumber } from './document-words.ts';

test('parses a number as documents show it, and shortened', () => {
  for (const kind of ['statement', 'invoice'] as const)
    for (const number of [1, 12, 999_999, 1_000_000])
      expect(readNumber(numberText(kind, number))).toEqual({ kind, number });
  for (const text of ['i-12', 'I 12', 'I12', 'invoice 12', 'Invoice I-000012', ' invoice no. 12 ', 'invoice #12'])
    expect(readNumber(text), text).toEqual({ kind: 'invoice', number: 12 });
  for (const text of ['12', '000012', '#12', 'document 12', 'number 12'])
    expect(readNumber(text), text).toEqual({ kind: null, number: 12 });
});

test('rejects an invalid or contradictory number', () => {
  const texts = [
    '',
    'S-',
    'S-0',
    'spring 1',
    'invoice S-12',
    'S-12a',
    'S-1234567890123',
    'statement 2026-10',
    '-12',
    '1.2',
  ];
  for (const text of texts) expect(readNumber(text), text).toBeNull();
});
