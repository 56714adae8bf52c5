import { expect, test } from 'vitest';
import { atHand } from './at-hand.ts';

test('what is at hand is answered; what fails or never comes is null', async () => {
  expect(await atHand(async () => 5)).toBe(5);
  expect(await atHand(() => Promise.reject(new Error('away')))).toBeNull();
  expect(await atHand(() => new Promise<number>(() => undefined))).toBeNull();
});
