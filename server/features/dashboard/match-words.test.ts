import { expect, test } from 'vitest';
import { createMatcher } from './search-network.ts';

const bestOf = createMatcher((words: readonly string[]) => words, 3);

test('shows the best of many matches: prefix matches first, then by name, then in input order', async () => {
  const items = Array.from({ length: 2_000 }, (_, nth) => [`the hotel ${nth % 7}`, `id ${nth}`]);
  const [last, twin] = [
    ['hotel z', 'one'],
    ['hotel z', 'other'],
  ];
  const all = [...items.slice(0, 1_500), last, twin, ...items.slice(1_500)];
  expect(await bestOf(all as string[][], ['hotel'])).toEqual([last, twin, items[0]]);
  expect(await bestOf(items, ['hotel', 'id 1999'])).toEqual([items[1_999]]);
  expect(await bestOf(items, ['nowhere'])).toEqual([]);
});

test('all words must match within one item, not in different chunks of the list', async () => {
  const items = Array.from({ length: 1_200 }, (_, nth) => [nth === 0 ? 'red' : nth === 1_199 ? 'blue' : 'grey']);
  expect(await bestOf(items, ['red', 'blue'])).toEqual([]);
  expect(await bestOf(items, ['blue'])).toEqual([['blue']]);
});
