import { expect, test } from 'vitest';
import { atHand } from './at-hand.ts';

test('returns an available result, and null if the call fails or never ends', async () => {
  expect(await atHand(async () => 5)).toBe(5);
  expect(await atHand(() => Promise.reject(new Error('away')))).toBeNull();
  expect(await atHand(() => new Promise<number>(() => undefined))).toBeNull();
});
