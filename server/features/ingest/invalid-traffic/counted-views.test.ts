import { expect, test } from 'vitest';
import { overlaps } from '#domain/judging-rules.ts';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { createCountedViews } from './counted-views.ts';

const view = (key: number, id: number, atMs = id) => ({ key, id, atMs, seconds: 15 });
const idsOf = (views: ReturnType<typeof createCountedViews>, key: number) =>
  views
    .near(key, 0, Number.POSITIVE_INFINITY)
    .map(({ id }) => id)
    .sort((one, other) => one - other);

test('keeps the newest views of a key, also after it has grown', () => {
  const views = createCountedViews(16_384, 0);
  for (let id = 1; id <= 16_384; id += 1) views.add(view(id % 3 === 0 ? 7 : 7 + 16_384 * (id % 3), id));
  expect(views.completeSinceMs).toBe(0);
  expect(idsOf(views, 7)).toHaveLength(5_461);
  expect(idsOf(views, 7 + 16_384).slice(0, 2)).toEqual([1, 4]);
});

test('drops the oldest views when it is full, and reports the time since it is complete', () => {
  const views = createCountedViews(4_096, 0);
  for (let id = 1; id <= 4_100; id += 1) views.add(view(id % 2, id));
  expect(views.completeSinceMs).toBe(5);
  expect(idsOf(views, 1)[0]).toBe(5);
  expect(idsOf(views, 0)[0]).toBe(6);
});

test('removes views that do not count after all', () => {
  const views = createCountedViews(4_096, 0);
  views.add(view(1, 1));
  views.add(view(1, 2));
  views.remove(1, 1);
  views.remove(2, 2);
  expect(views.near(1, 0, 3)).toEqual([view(1, 2)]);
  expect(views.near(1, 0, 2)).toEqual([]);
});

test('many keys share the buckets, and each key returns only its own views', () => {
  const views = createCountedViews(8_192, 0);
  const ids = Array.from({ length: 20_000 }, (_, at) => at + 1);
  for (const id of ids) views.add(view(id * 2 ** 31, id));
  const found = ids.flatMap((id) => idsOf(views, id * 2 ** 31).map((one) => [id, one]));
  expect(found).toEqual(ids.slice(-8_192).map((id) => [id, id]));
});

test('finds the same views near an instant as a plain list, in any order of arrival', () => {
  const random = seededRandom('counted views');
  const whole = (below: number) => random.whole(0, below - 1);
  const size = 16_384;
  const views = createCountedViews(size, 0);
  const list: ReturnType<typeof view>[] = [];
  const removed = new Set<number>();
  // Add one and a half times the capacity, so that newer views replace older ones.
  for (let id = 0; id < size * 1.5; id += 1) {
    const late = random.fraction() < 0.1 ? whole(5_000) : 0;
    const next = { ...view(whole(20) * 4_096, id, id * 1_000 - late * 1_000), seconds: whole(60) };
    views.add(next);
    list.push(next);
    const gone = list[id - whole(3)];
    if (gone === undefined || random.fraction() > 0.05) continue;
    views.remove(gone.key, gone.id);
    removed.add(gone.id);
  }
  const kept = list.slice(-size).filter(({ id }) => !removed.has(id));
  const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
  for (let look = 0; look < 500; look += 1) {
    const [key, within] = [whole(20) * 4_096, whole(3_000) * 1_000];
    const atMs = (size / 2 + whole(size)) * 1_000;
    const near = kept.filter((one) => one.key === key && Math.abs(one.atMs - atMs) < within);
    expect(sorted(views.near(key, atMs, within).map(({ id }) => id))).toEqual(near.map(({ id }) => id));
    const others = views.near(key, atMs, within, near[0]?.id).map(({ id }) => id);
    expect(sorted(others)).toEqual(near.slice(1).map(({ id }) => id));
    const shown = { atMs: atMs - 500 + whole(1_000), seconds: whole(60) };
    const except = near[0]?.id ?? -1;
    const beside = kept.some((one) => one.key === key && one.id !== except && overlaps(shown, one));
    expect(views.hasOverlapping(key, shown, except)).toBe(beside);
  }
});
