import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { dollarsIn, typedDollars, typedNumber } from './typed-numbers.ts';

const refusedAt = (run: () => unknown): Readonly<Record<string, string>> => {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return error.fields;
  }
  return {};
};

test('reads dollars as people write them', () => {
  for (const [text, dollars] of [
    ['$ 1,250.50', 1250.5],
    ['1 250', 1250],
    ['1,234,567.000001', 1234567.000001],
    ['-$12', -12],
    ['.5', 0.5],
    ['0', 0],
    ['  ', null],
  ] as const)
    expect(dollarsIn(text), text).toBe(dollars);
});

test('refuses ambiguous amounts', () => {
  for (const text of ['12,50', '1,2,3', '12 50', '1e3', '0x10', 'Infinity', '$', '-', '.', '1.2.3', '3O', '1.0000001'])
    expect(dollarsIn(text), text).toBeNaN();
});

test('refuses an invalid number beside its field; empty text is null', () => {
  expect(typedNumber(' 30 ', 'visitor_seconds')).toBe(30);
  expect(typedNumber('12.5', 'share')).toBe(12.5);
  expect(typedNumber('', 'visitor_seconds')).toBeNull();
  for (const text of ['3O', 'Infinity', '1e9', 'ten', '12,5'])
    expect(
      refusedAt(() => typedNumber(text, 'visitor_seconds')),
      text,
    ).toHaveProperty('visitor_seconds');
  expect(refusedAt(() => typedDollars('', 'price'))).toHaveProperty('price');
  expect(refusedAt(() => typedDollars('12,50', 'price'))).toHaveProperty('price');
});
