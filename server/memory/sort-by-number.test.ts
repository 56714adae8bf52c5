import { expect, test } from 'vitest';
import { seededRandom } from '../lib/seeded-random.ts';
import { runAtOnce } from './chunked.ts';
import { sortByNumber } from './sort-by-number.ts';

test('sorts whole numbers up to 2^52, and keeps the order of equal ones', () => {
  const random = seededRandom('sorting');
  const numbers = Array.from({ length: 2_000 }, (_, at) =>
    at % 3 === 0 ? at % 7 : Math.floor(random.fraction() * 2 ** 52),
  );
  const places = Uint32Array.from(numbers.keys());
  const [sorted, beside] = runAtOnce(sortByNumber(Float64Array.from(numbers), places));
  const expected = [...numbers.entries()].sort(([a, one], [b, other]) => one - other || a - b);
  expect([...sorted]).toEqual(expected.map(([, number]) => number));
  expect([...beside]).toEqual(expected.map(([place]) => place));
});

test('other work runs after each part of a large sort', () => {
  const count = 200_000;
  const slices = sortByNumber(new Float64Array(count), new Uint32Array(count));
  let rests = 0;
  while (slices.next().done !== true) rests += 1;
  expect(rests).toBeGreaterThanOrEqual(8 * 10);
});
