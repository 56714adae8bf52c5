import { expect, test } from 'vitest';
import { prolonging } from './backup.ts';

test('the lease of sealing is prolonged each minute while the rows of one part flow', async () => {
  let now = 0;
  const prolonged: number[] = [];
  async function* rows() {
    for (let at = 0; at < 6; at += 1) {
      now += 25_000;
      yield Buffer.from(`${at}\n`);
    }
  }
  const prolong = async () => void prolonged.push(now);
  const read: string[] = [];
  for await (const lines of prolonging(rows(), { prolong, now: () => now })) read.push(lines.toString());
  expect(prolonged).toEqual([75_000, 150_000]);
  expect(read.join('')).toBe('0\n1\n2\n3\n4\n5\n');
});
