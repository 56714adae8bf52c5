import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownCents, shownMicros } from './shown-numbers.ts';

test('money on paper is rounded to cents, and an amount that is not zero never appears as zero', () => {
  expect(
    [0n, 1n, 4_999n, 5_000n, 5_001n, -1n, -5_001n, 1_234_560_000n].map((micros) => shownMicros(micros, 'USD')),
  ).toEqual([...['$0.00', '<$0.01', '<$0.01', '<$0.01', '$0.01', '−<$0.01', '−$0.01', '$1,234.56']]);
  expect(shownMicros(12n, 'EUR')).toBe('<EUR 0.01');
  fc.assert(
    fc.property(fc.bigInt({ min: -30_000n, max: 30_000n }), (micros) => {
      expect(/[1-9]/.test(shownMicros(micros, 'USD'))).toBe(micros !== 0n);
    }),
  );
  expect(shownCents(0n, 'USD')).toBe('$0.00');
});
