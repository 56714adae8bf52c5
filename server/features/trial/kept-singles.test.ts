import { expect, test } from 'vitest';
import type { TriedSingle } from '#domain/contract-trial.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { createKeptSingles, type FoundSingles } from './create-trials.ts';

const single = (timestampMs: number): TriedSingle => ({
  eventId: BigInt(timestampMs),
  timestampMs,
  kind: 'view',
  outletKey: 1,
  customerKey: 1,
  advertiserKey: 2,
  flightKey: 3,
  before: null,
  after: { amount: 1, owner: 0 },
});
const NONE = { events: 0, counted: 0, paid: 0n, owner: 0n };
const found = (from: number | null, times: readonly number[], isAll: boolean): FoundSingles => ({
  sums: NONE,
  same: NONE,
  changed: [],
  judged: times.map(single),
  isAll,
  from: from === null ? null : single(from),
});
const after = (timestampMs: number) => ({ before: single(timestampMs), limit: 2 });

test('caches pages within the judged events, and replays a first or an earlier page', () => {
  const kept = createKeptSingles(() => 0);
  const one = found(50, [40, 30, 20], false);
  kept.keep('a', one);
  expect(kept.find('a', after(50))).toBe(one);
  expect(kept.find('a', after(40))).toBe(one);
  // Only one of the page's two events is cached.
  expect(kept.find('a', after(30))).toBeUndefined();
  expect(kept.find('a', after(60))).toBeUndefined();
  expect(kept.find('a', { before: null, limit: 2 })).toBeUndefined();
  expect(kept.find('b', after(40))).toBeUndefined();
  kept.keep('a', found(null, [40, 30, 20], true));
  expect(kept.find('a', after(20))?.isAll).toBe(true);
});

test('caches few trials for a short time', () => {
  let nowMs = 0;
  const kept = createKeptSingles(() => nowMs);
  for (const key of ['a', 'b', 'c', 'd', 'a', 'e']) kept.keep(key, found(null, [], true));
  const known = () => ['a', 'b', 'c', 'd', 'e'].filter((key) => kept.find(key, after(9)) !== undefined);
  expect(known()).toEqual(['a', 'c', 'd', 'e']);
  nowMs = 10 * MINUTE_MS;
  expect(known()).toEqual([]);
});
