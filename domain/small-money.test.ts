import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tickDollars, writeDollars } from './small-money.ts';

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const written = (dollars: number): string => writeDollars(dollars, money.format);

test.each([
  [0, '$0.00'],
  [-0, '$0.00'],
  [0.000_001, '<$0.01'],
  [0.0035, '<$0.01'],
  [0.004_999, '<$0.01'],
  [0.005, '$0.01'],
  [0.01, '$0.01'],
  [-0.000_001, '-<$0.01'],
  [-0.0049, '-<$0.01'],
  [-0.01, '-$0.01'],
  [1234.5, '$1,234.50'],
  [0.1 + 0.2 - 0.3, '$0.00'],
])('writes %d dollars as %s', (dollars, text) => {
  expect(written(dollars)).toBe(text);
});

test('shows zero only for zero, and a cent or more as usual', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: -20_000, max: 20_000 }), fc.maxSafeInteger()), (micros) => {
      const dollars = micros / 1_000_000;
      expect(/[1-9]/.test(written(dollars))).toBe(micros !== 0);
      expect(written(dollars).startsWith('-')).toBe(micros < 0);
      if (Math.abs(micros) >= 10_000) expect(written(dollars)).toBe(money.format(dollars));
    }),
  );
});

test.each([
  [0.002, '0.002'],
  [0.01, '0.01'],
  [0.5, '0.50'],
  [0.000_001, '0.000001'],
  [1.5, '1.50'],
])('a tick at %d dollars reads %s', (dollars, text) => {
  expect(tickDollars(dollars)).toBe(text);
});
