import { expect, test } from 'vitest';
import { afterChange, neverGlowed } from './live-value.tsx';

test('a figure glows on a change and then rests, however often it changes', () => {
  let state = neverGlowed(0);
  const glows: number[] = [];
  for (let second = 0; second < 45; second += 1) {
    state = afterChange(state, second, second * 1000);
    glows.push(state.glows);
  }
  expect([glows[0], glows[19], glows[20], glows[39], glows[40], glows.at(-1)]).toEqual([1, 1, 2, 2, 3, 3]);
  expect(state.of).toBe(44);
});
