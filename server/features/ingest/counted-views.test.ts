import { expect, test } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
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

test('whatever order they come in, those near an instant are the ones that a plain list has', () => {
  const random = seededRandom('counted views');
  const whole = (below: number) => random.whole(0, below - 1);
  const views = createCountedViews(16_384, 0);
  const list: ReturnType<typeof view>[] = [];
  for (let id = 0; id < 16_000; id += 1) {
    const late = random.fraction() < 0.1 ? whole(5_000) : 0;
    const next = view(whole(20) * 4_096, id, id - late);
    views.add(next);
    list.push(next);
    if (random.fraction() < 0.05) views.remove(next.key, list.pop()?.id ?? 0);
  }
  for (let look = 0; look < 500; look += 1) {
    const [key, atMs, within] = [whole(20) * 4_096, whole(16_000), whole(3_000)];
    const found = views.near(key, atMs, within).map(({ id }) => id);
    const expected = list.filter((one) => one.key === key && Math.abs(one.atMs - atMs) < within).map(({ id }) => id);
    expect(found.sort((a, b) => a - b)).toEqual(expected);
    const others = views.near(key, atMs, within, expected[0]).map(({ id }) => id);
    expect(others.sort((a, b) => a - b)).toEqual(expected.slice(1));
    for (const most of [3, 1_000])
      expect(views.countNear(key, atMs, within, most)).toBe(Math.min(most, expected.length));
  }
});
