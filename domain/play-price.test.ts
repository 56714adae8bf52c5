import { expect, test } from 'vitest';
import { CLOCK_TOLERANCE_MS } from './clock-tolerance.ts';
import { playPrice } from './play-price.ts';

const WINDOW = { issuedMs: 1_000, expiresMs: 2_000 };
const price = (model: 'cpm' | 'cpc' | 'cpb' | 'flat', priceMicros: number, validFrom = 0, venueType = '') => ({
  model,
  priceMicros,
  validFrom,
  venueType,
});
const reserved = (...prices: ReturnType<typeof price>[]) => playPrice(prices, 'hotel', WINDOW)?.reservedMicros;

test('"A play reserves its price": of its view, or of the click or burn that pays', () => {
  expect(reserved(price('cpm', 9_500_000))).toBe(9_500);
  expect(reserved(price('flat', 40_000))).toBe(40_000);
  expect(reserved(price('cpc', 250_000))).toBe(250_000);
  expect(reserved(price('cpb', 80_000))).toBe(80_000);
});

test('reserves the highest price that applies at its venue while the play is valid', () => {
  const first = price('flat', 100);
  expect(reserved(first, price('flat', 300, 1_500), price('flat', 200, 2_000))).toBe(300);
  // An outlet's clock may be five minutes ahead or behind.
  expect(reserved(first, price('flat', 300, 2_000 + CLOCK_TOLERANCE_MS))).toBe(300);
  expect(reserved(first, price('flat', 300, 2_001 + CLOCK_TOLERANCE_MS))).toBe(100);
  expect(reserved(price('flat', 500, -CLOCK_TOLERANCE_MS), price('flat', 100, 900))).toBe(500);
  expect(reserved(first, price('flat', 50, 1_500))).toBe(100);
  expect(reserved(first, price('flat', 300, 0, 'hotel'), price('flat', 900, 0, 'airport'))).toBe(300);
  expect(reserved(price('flat', 100, 1_001))).toBeUndefined();
});

test('if the pricing model changes meanwhile, each of both may have to be paid', () => {
  expect(reserved(price('cpm', 9_000_000), price('cpc', 250_000, 1_500))).toBe(259_000);
});

test('compares plays by their expected revenue per view', () => {
  expect(playPrice([price('cpc', 100_000)], 'hotel', WINDOW)?.perViewMicros).toBe(3_000);
});
