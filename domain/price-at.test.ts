import { expect, test } from 'vitest';
import { priceAt } from './price-at.ts';

test('a venue has its type’s price or the general one, and a later general price replaces both', () => {
  const prices = [
    { validFrom: 0, venueType: '', micros: 1 },
    { validFrom: 0, venueType: 'airport', micros: 2 },
    { validFrom: 10, venueType: '', micros: 3 },
  ];
  const at = (type: string, instant: number) => priceAt(prices, type, instant)?.micros;
  expect([at('cafe', 5), at('Airport', 5), at('airport', 10), at('cafe', -1)]).toEqual([1, 2, 3, undefined]);
});
