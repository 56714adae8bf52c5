import { expect, test } from 'vitest';
import { createOpenPlays, MOST_OPEN } from './open-plays.ts';

test('an outlet has so many plays open at a time, whatever others have, and more when they are over', () => {
  let nowMs = 0;
  const open = createOpenPlays({ playMs: 900, now: () => nowMs });
  open.given(1, MOST_OPEN - 1);
  nowMs = 899;
  open.given(1, 1);
  expect([open.left(1), open.left(2)]).toEqual([0, MOST_OPEN]);
  nowMs = 900;
  expect(open.left(1)).toBe(MOST_OPEN);
  open.given(1, 3);
  expect(open.left(1)).toBe(MOST_OPEN - 3);
});
