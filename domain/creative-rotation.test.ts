import { expect, test } from 'vitest';
import { rotationOf } from './creative-rotation.ts';

/** A small generator with a fixed seed, so that each run tests the same weights. */
function createRandom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + (state % most);
  };
}

test('equal weights alternate, whatever their size', () => {
  expect(rotationOf([1, 1, 1])).toEqual([0, 1, 2]);
  expect(rotationOf([7, 7])).toEqual([0, 1]);
  expect(rotationOf([5])).toEqual([0]);
});

test('creatives are shown as often as their weights say, and evenly at each moment', () => {
  const random = createRandom(20);
  for (let round = 0; round < 100; round += 1) {
    const weights = Array.from({ length: random(20) }, () => random(100));
    const rotation = rotationOf(weights);
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const shown = weights.map(() => 0);
    let furthest = 0;
    for (const [turn, position] of rotation.entries()) {
      shown[position] = (shown[position] ?? 0) + 1;
      const due = ((turn + 1) * (weights[position] ?? 0)) / all;
      furthest = Math.max(furthest, Math.abs((shown[position] ?? 0) - due));
    }
    // At any time, no creative is more than about a play away from its share.
    expect(furthest).toBeLessThanOrEqual(1.5);
    expect(shown.map((count) => count * all)).toEqual(weights.map((weight) => weight * rotation.length));
  }
});
