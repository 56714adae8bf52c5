import { expect, test } from 'vitest';
import { exactChange, exactDollars, millionths, wholeNumber } from './exact-amounts.ts';

test('keeps every digit of an amount, however large', () => {
  expect(exactDollars('9007199254740993000001')).toBe('$9,007,199,254,740,993.000001');
  expect(exactDollars('-2000')).toBe('−$0.002000');
  expect(exactDollars('0')).toBe('$0.000000');
  expect(millionths('1500000')).toBe('1.500000');
  expect(wholeNumber('12345')).toBe('12,345');
  expect([1n, 0n, -1n].map(exactChange)).toEqual(['+$0.000001', '$0.000000', '−$0.000001']);
});
