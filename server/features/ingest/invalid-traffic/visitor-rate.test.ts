import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { isOverVisitorPace, type ShownAt } from '#domain/judging-rules.ts';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { createVisitorRate } from './rate-rules.ts';

const NOW = 1_795_363_200_000;
/** The id of the view that the rule checks. It may already be among the known views. */
const ITSELF = -7;

/** Passes views to `take` until it returns false. `told` is the number of views passed. */
function judged(counted: readonly ShownAt[], most: number) {
  const pace = createVisitorRate();
  let told = 0;
  pace.begin({ atMs: NOW, seconds: 1 }, most, ITSELF);
  for (const { atMs, seconds } of counted) {
    told += 1;
    if (!pace.take(atMs, told, seconds)) break;
  }
  return { isOver: pace.isOver(), told };
}

test('returns the same as the rule over all views, for any views and any limit', () => {
  const random = seededRandom('visitor pace');
  const pace = createVisitorRate();
  const answers = { over: 0, under: 0 };
  for (let round = 0; round < 4_000; round += 1) {
    const most = random.whole(0, 24);
    // Depending on the step, views have the same time, or spans of an hour to the millisecond.
    const step = [1, MINUTE_MS, 20 * MINUTE_MS][random.whole(0, 2)] ?? 1;
    const reach = Math.floor((HOUR_MS - 1) / step);
    const views = Array.from({ length: random.whole(0, 3 * most) }, () => ({
      atMs: NOW + step * random.whole(-reach, reach),
      seconds: random.whole(1, 3),
    }));
    const asked = { atMs: NOW, seconds: random.whole(1, 3) };
    const expected = isOverVisitorPace(views, asked, most);
    pace.begin(asked, most, ITSELF);
    for (const [id, one] of [[ITSELF, asked] as const, ...views.entries()])
      if (!pace.take(one.atMs, id, one.seconds)) break;
    expect(pace.isOver(), JSON.stringify({ views, most })).toBe(expected);
    answers[expected ? 'over' : 'under'] += 1;
  }
  expect(Math.min(answers.over, answers.under)).toBeGreaterThan(500);
});

test('reads at most as many views of a visitor as the limit allows', () => {
  const crowd = Array.from({ length: 5_000 }, (_, at) => ({
    atMs: NOW - 14 * MINUTE_MS + (at % 1_000),
    seconds: 1,
  }));
  expect(judged(crowd, 30)).toEqual({ isOver: true, told: 30 });
});
