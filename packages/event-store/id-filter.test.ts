import { expect, test } from 'vitest';
import { createKnownIdsFilter } from './id-filter.ts';
import { createRandom } from './testing/event-oracle.ts';

const word = (random: () => number) => Math.floor(random() * 2 ** 32);

test('never misses an added id through every growth, and names its week', () => {
  const filter = createKnownIdsFilter(10_000_000);
  const random = createRandom(1);
  for (let n = 0; n < 600_000; n += 1) filter.add(word(random), word(random), 2_900 + (n % 53));
  const again = createRandom(1);
  for (let n = 0; n < 600_000; n += 1) {
    if (!filter.weeksOf(word(again), word(again)).includes(2_900 + (n % 53))) throw new Error(`missed ${n}`);
  }
  expect(filter.size).toBeGreaterThan(599_900);
});

test('almost never reports an id that was not added', () => {
  const filter = createKnownIdsFilter(10_000_000, new Map([[0, 10_000]]));
  const random = createRandom(2);
  for (let n = 0; n < 400_000; n += 1) filter.add(word(random), word(random), n % 53);
  let mistaken = 0;
  for (let n = 0; n < 300_000; n += 1) mistaken += filter.weeksOf(word(random), word(random)).length;
  // Across 53 tables, at most one search in 10,000 may be mistaken, so that a batch of 1,000 new events seldom queries
  // the store.
  expect(mistaken).toBeLessThan(30);
});

test('spreads consecutive ids as well as hashes', () => {
  const filter = createKnownIdsFilter(10_000_000, new Map([[7, 200_000]]));
  for (let id = 1; id <= 200_000; id += 1) filter.add(id, 0, 7);
  let mistaken = 0;
  for (let id = 200_001; id <= 300_000; id += 1) mistaken += filter.weeksOf(id, 0).length;
  expect(mistaken).toBeLessThan(20);
  expect(filter.weeksOf(123_456, 0)).toContain(7);
});

test('memory is bounded: the filter forgets the oldest ids above the limit', () => {
  const filter = createKnownIdsFilter(300_000);
  const random = createRandom(3);
  for (let n = 0; n < 2_000_000; n += 1) filter.add(word(random), word(random), 1);
  expect(filter.size).toBeLessThan(1_700_000);
});
