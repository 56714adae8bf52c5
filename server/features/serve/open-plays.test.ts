import { expect, test } from 'vitest';
import { createOpenPlays, MOST_OPEN } from './open-plays.ts';

test('an outlet has so many plays open at a time, whatever others have, and more when they are over', () => {
  let nowMs = 0;
  const open = createOpenPlays({ playMs: 900, now: () => nowMs });
  expect(open.take(1, MOST_OPEN - 1)).toBe(MOST_OPEN - 1);
  nowMs = 899;
  expect([open.take(1, 5), open.take(1, 5), open.take(2, 5)]).toEqual([1, 0, 5]);
  nowMs = 900;
  expect(open.take(1, MOST_OPEN + 3)).toBe(MOST_OPEN);
});

test('calls beside each other share what an outlet may have, and what one does not get another may', () => {
  const open = createOpenPlays({ playMs: 900, now: () => 0 });
  open.take(1, MOST_OPEN - 60);
  // Both are under way: neither knows yet what it gets.
  expect([open.take(1, 50), open.take(1, 50)]).toEqual([50, 10]);
  open.giveBack(1, 30);
  expect(open.take(1, 50)).toBe(30);
});
