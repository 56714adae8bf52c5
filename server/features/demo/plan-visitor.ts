import { eightHexDigits } from '../../lib/eight-hex-digits.ts';
import type { SeededRandom } from '../../lib/seeded-random.ts';

export type Visitor = { readonly fingerprint: string; readonly ip: string };

const REGULARS_PER_VENUE = 40;
const TRAVELLERS = 6_000;

/**
 * Returns the visitor at an outlet of the venue. A third are its regulars, some travel and appear at many venues, and
 * most come once. The same visitor has the same fingerprint and address, which is from the ranges reserved for
 * documentation (RFC 5737, RFC 3849).
 */
export function planVisitor(random: SeededRandom, venueId: string): Visitor {
  const dice = random.fraction();
  if (dice < 0.33) return visitorOf(Number.parseInt(venueId.slice(0, 8), 16), random.whole(1, REGULARS_PER_VENUE));
  if (dice < 0.4) return visitorOf(0, random.whole(1, TRAVELLERS));
  return visitorOf(random.whole(1, 2 ** 32 - 1), random.whole(1, 2 ** 32 - 1));
}

function visitorOf(group: number, number: number): Visitor {
  const word = mixed(group, number);
  const fingerprint = [word, mixed(word, number), mixed(number, word), mixed(word, group)].map(eightHexDigits).join('');
  return { fingerprint, ip: addressOf(word) };
}

/** One visitor in four uses IPv6. */
function addressOf(word: number): string {
  if (word % 4 === 0)
    return `2001:db8:${((word >>> 8) & 0xffff).toString(16)}::${((word >>> 16) & 0xffff).toString(16)}`;
  return `${['192.0.2', '198.51.100', '203.0.113'][word % 3]}.${1 + ((word >>> 8) % 254)}`;
}

/** Mixes two numbers into a 32-bit one (the end of MurmurHash3). */
function mixed(first: number, second: number): number {
  let hash = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(second ^ 0x7f4a7c15, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
