import { expect, test } from 'vitest';
import { eightHexDigits } from './eight-hex-digits.ts';

test.each([
  [0, '00000000'],
  [1, '00000001'],
  [0x0a0b0c0d, '0a0b0c0d'],
  [0x7fffffff, '7fffffff'],
  [0x80000000, '80000000'],
  [0xfedcba98, 'fedcba98'],
  [2 ** 32 - 1, 'ffffffff'],
])('%d has its eight digits', (word, digits) => {
  expect(eightHexDigits(word)).toBe(digits);
});
