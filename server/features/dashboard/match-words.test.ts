import { expect, test } from 'vitest';
import { createMatcher } from './match-words.ts';

const bestOf = createMatcher((words: readonly string[]) => words, 3);

test('of many matches the best are shown: those that begin with the word, then by name, equal ones as they come', async () => {
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

test('words may stand in different pieces of the list only together in one item', async () => {
  const items = Array.from({ length: 1_200 }, (_, nth) => [nth === 0 ? 'red' : nth === 1_199 ? 'blue' : 'grey']);
  expect(await bestOf(items, ['red', 'blue'])).toEqual([]);
  expect(await bestOf(items, ['blue'])).toEqual([['blue']]);
});
