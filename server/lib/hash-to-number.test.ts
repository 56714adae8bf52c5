import { expect, test } from 'vitest';
import { hashToNumber } from './hash-to-number.ts';

test('each digit matters: short hashes padded with zeros at either end have distinct numbers', () => {
  const numbers = new Set<number>();
  const texts = Array.from({ length: 50_000 }, (_, at) => at.toString(16).padStart(16, '0'));
  for (const text of texts) {
    numbers.add(hashToNumber(text.padStart(32, '0')));
    numbers.add(hashToNumber(text.padEnd(32, '0')));
  }
  // '0…0' is the same text both times.
  expect(numbers.size).toBe(2 * texts.length - 1);
  for (const one of numbers) expect(Number.isSafeInteger(one) && one >= 0).toBe(true);
});

test('uses the buckets of a table evenly', () => {
  const drawers = new Array<number>(64).fill(0);
  for (let at = 0; at < 64_000; at += 1) {
    const drawer = hashToNumber(at.toString(16).padStart(32, '0')) % 64;
    drawers[drawer] = (drawers[drawer] ?? 0) + 1;
  }
  expect(Math.min(...drawers)).toBeGreaterThan(800);
  expect(Math.max(...drawers)).toBeLessThan(1_200);
});
