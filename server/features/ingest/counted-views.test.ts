import { expect, test } from 'vitest';
import { createCountedViews } from './counted-views.ts';

const view = (key: number, id: number, atMs = id) => ({ key, id, atMs, seconds: 15 });
const idsOf = (views: ReturnType<typeof createCountedViews>, key: number) =>
  views
    .near(key, 0, Number.POSITIVE_INFINITY)
    .map(({ id }) => id)
    .sort((one, other) => one - other);

test('the newest views of a key are here, also of keys in one drawer and after it has grown', () => {
  const views = createCountedViews(16_384, 0);
  for (let id = 1; id <= 16_384; id += 1) views.add(view(id % 3 === 0 ? 7 : 7 + 16_384 * (id % 3), id));
  expect(views.completeSinceMs).toBe(0);
  expect(idsOf(views, 7)).toHaveLength(5_461);
  expect(idsOf(views, 7 + 16_384).slice(0, 2)).toEqual([1, 4]);
});

test('when it is full the oldest go, and it says since when it is whole', () => {
  const views = createCountedViews(4_096, 0);
  for (let id = 1; id <= 4_100; id += 1) views.add(view(id % 2, id));
  expect(views.completeSinceMs).toBe(5);
  expect(idsOf(views, 1)[0]).toBe(5);
  expect(idsOf(views, 0)[0]).toBe(6);
});

test('what does not count after all is gone', () => {
  const views = createCountedViews(4_096, 0);
  views.add(view(1, 1));
  views.add(view(1, 2));
  views.remove(1, 1);
  views.remove(2, 2);
  expect(views.near(1, 0, 3)).toEqual([view(1, 2)]);
  expect(views.near(1, 0, 2)).toEqual([]);
});
