import { expect, test } from 'vitest';
import { forEachChunked, runChunked, runInBackground } from './chunked.ts';

/** Holds the thread. */
function work(milliseconds: number): void {
  const endsAt = performance.now() + milliseconds;
  while (performance.now() < endsAt);
}

/** How many turns of the event loop others had meanwhile. */
async function turnsOfOthers(slow: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await slow();
  isOver = true;
  return turns;
}

test('long work lets others in', async () => {
  const turns = await turnsOfOthers(() => runChunked(forEachChunked(Array(100_000).keys(), () => work(0.002))));
  expect(turns).toBeGreaterThan(5);
});

test('work that nobody waits for lets others in far more often', async () => {
  const long = () => forEachChunked(Array(50_000).keys(), () => work(0.002));
  const turns = await turnsOfOthers(() => runChunked(long()));
  expect(await turnsOfOthers(() => runInBackground(long()))).toBeGreaterThan(2 * turns);
});

test('works that each take long are few in a turn', () => {
  let done = 0;
  const slices = forEachChunked(Array(500).keys(), () => {
    work(0.1);
    done += 1;
  });
  let most = 0;
  for (let isOver = false; !isOver; ) {
    const before = done;
    isOver = slices.next().done === true;
    most = Math.max(most, done - before);
  }
  expect(most).toBeLessThan(150);
});

test('many short works, one after the other, let others in as one long one does', async () => {
  const turns = await turnsOfOthers(async () => {
    for (let at = 0; at < 200; at += 1) await runChunked(forEachChunked([at], () => work(1)));
  });
  expect(turns).toBeGreaterThan(5);
});
