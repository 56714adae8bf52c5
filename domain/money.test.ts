import { expect, test } from 'vitest';
import { amountMicros, divideHalfEven, ownerMicros } from './money.ts';

test.each([
  [5n, 2n, 2n],
  [7n, 2n, 4n],
  [15n, 10n, 2n],
  [25n, 10n, 2n],
  [24n, 10n, 2n],
  [26n, 10n, 3n],
  [-25n, 10n, -2n],
  [-35n, 10n, -4n],
  [1n, 3n, 0n],
  [2n, 3n, 1n],
])('%s by %s is %s: a half goes to the even neighbor, regardless of the sign', (dividend, divisor, quotient) => {
  expect(divideHalfEven(dividend, divisor)).toBe(quotient);
});

test('an owner gets its share of one event, rounded once', () => {
  expect(ownerMicros(123_457, 300_000)).toBe(37_037);
  expect([ownerMicros(5, 500_000), ownerMicros(7, 500_000)]).toEqual([2, 4]);
  expect([ownerMicros(1, 999_999), ownerMicros(9_999_999, 1_000_000), ownerMicros(9_999_999, 0)]).toEqual([
    1, 9_999_999, 0,
  ]);
});

test('each pricing model bills one kind of event', () => {
  const kinds = ['view', 'click', 'burn'] as const;
  const costs = (['cpm', 'cpc', 'cpb', 'flat'] as const).map((model) =>
    kinds.map((kind) => amountMicros(kind, model, 12_345_500)),
  );
  expect(costs).toEqual([
    [12_346, 0, 0],
    [0, 12_345_500, 0],
    [0, 0, 12_345_500],
    [12_345_500, 0, 0],
  ]);
  expect(amountMicros('view', 'cpm', 12_344_500)).toBe(12_344);
});
