import { randomInt } from 'node:crypto';

/** A seed that is random for each process, so that a caller cannot construct collisions. */
const SEED = randomInt(2 ** 32);

/**
 * Hashes a text to a 53-bit integer that depends on every character. The hash is stable within a process. Texts with
 * the same beginning or end get unrelated numbers. Not for secrets.
 */
export function hashToNumber(text: string): number {
  let high = 0xdeadbeef ^ SEED;
  let low = 0x41c6ce57 ^ SEED;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}
