import { expect, test } from 'vitest';
import { forEachChunked, runChunked, runInBackground } from './chunked.ts';

/** Blocks the thread. */
function work(milliseconds: number): void {
  const endsAt = performance.now() + milliseconds;
  while (performance.now() < endsAt);
}

/** Counts the event-loop turns in which other work runs in the meantime. */
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

test('other work runs during long work', async () => {
  const turns = await turnsOfOthers(() => runChunked(forEachChunked(Array(100_000).keys(), () => work(0.002))));
  expect(turns).toBeGreaterThan(5);
});

test('other work runs far more often during background work', async () => {
  const long = () => forEachChunked(Array(50_000).keys(), () => work(0.002));
  const turns = await turnsOfOthers(() => runChunked(long()));
  expect(await turnsOfOthers(() => runInBackground(long()))).toBeGreaterThan(2 * turns);
});

test('few long items run in one chunk', () => {
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

test('other work runs during many short works in sequence as during one long work', async () => {
  const turns = await turnsOfOthers(async () => {
    for (let at = 0; at < 200; at += 1) await runChunked(forEachChunked([at], () => work(1)));
  });
  expect(turns).toBeGreaterThan(5);
});
