import { expect, test } from 'vitest';
import { creditWithin } from './credit-within-budget.ts';

const withheld = [3, 3, 4, 4].map((amountMicros) => ({ amountMicros, ownerMicros: amountMicros - 2 }));
const all = { flight_key: 7, events: 4, amount_micros: 14, owner_micros: 6 };

test('"the sum of what a flight\'s events earned never exceeds its budget": credits as many whole events as fit', () => {
  expect(creditWithin(all, 14, [], 0)).toEqual(all);
  expect(creditWithin(all, 13, withheld, 0)).toEqual({ ...all, events: 3, amount_micros: 10, owner_micros: 4 });
  expect(creditWithin(all, 2, withheld, 0)).toEqual({ ...all, events: 0, amount_micros: 0, owner_micros: 0 });
  const rest = { ...all, events: 2, amount_micros: 8, owner_micros: 4 };
  expect(creditWithin(rest, 7, withheld, 2)).toEqual({ ...all, events: 1, amount_micros: 4, owner_micros: 2 });
});
