import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMicros, parseSharePpm } from './money.ts';

test.each([
  ['0', 0],
  ['12', 12_000_000],
  ['12.5', 12_500_000],
  [' 0.000001 ', 1],
  ['0.1', 100_000],
  ['999999999.999999', 999_999_999_999_999],
])('%s dollars are %d micro-dollars', (text, micros) => {
  expect(parseMicros(text)).toBe(micros);
});

test.each(['', '-1', '+1', '1e3', '1,5', '$5', '.5', '5.', '1.2345678', '1000000000', 'NaN', '٣', '1 000'])(
  '%j is not an amount',
  (text) => {
    expect(parseMicros(text)).toBeNull();
  },
);

test('every amount survives its decimal text to the micro-dollar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (micros) => {
      const text = `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`;
      expect(parseMicros(text)).toBe(micros);
    }),
  );
});

test.each([
  ['0.3', 300_000],
  ['30%', 300_000],
  ['33.3333%', 333_333],
  ['1', 1_000_000],
  ['100%', 1_000_000],
  ['0', 0],
])('the share %s is %d parts per million', (text, ppm) => {
  expect(parseSharePpm(text)).toBe(ppm);
});

test.each(['', '1.1', '101%', '-0.1', 'half', '0.3333333', '33.33333%', '0,3'])('%j is not a share', (text) => {
  expect(parseSharePpm(text)).toBeNull();
});
