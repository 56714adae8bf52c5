import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountMicros } from './money.ts';
import { pricePrecisionProblem } from './price-precision.ts';

test.each([
  [10_400, '0.010 or 0.011'],
  [400, '0.001'],
  [999, '0.001'],
  [1_500, '0.001 or 0.002'],
  [498_500, '0.498 or 0.499'],
])('rejects %i micro-dollars per 1,000 views and suggests the nearest exact prices', (micros, named) => {
  expect(pricePrecisionProblem('cpm', micros)?.split('; use ')[1]).toBe(named);
});

test.each([0, 1_000, 10_000, 10_010, 500_500, 12_345_500, 999_999_999_999])('accepts %i per 1,000 views', (micros) => {
  expect(pricePrecisionProblem('cpm', micros)).toBeNull();
});

test('rounding changes an accepted price by at most 0.1 percent, and other models are exact', () => {
  fc.assert(
    fc.property(fc.oneof(fc.nat(2_000_000), fc.nat(100_000_000)), (micros) => {
      const charged = 1_000 * amountMicros('view', 'cpm', micros);
      const isTaken = pricePrecisionProblem('cpm', micros) === null;
      expect(isTaken).toBe(Math.abs(charged - micros) * 1_000 <= micros);
      for (const model of ['cpc', 'cpb', 'flat'] as const) expect(pricePrecisionProblem(model, micros)).toBeNull();
    }),
  );
});
