import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Scope } from '#domain/role.ts';
import type { Config } from '../../config/config.ts';
import { type Change, changeOf, createLiveChanges } from '../../live/live-changes.ts';
import { type CacheKind, createFigureCache, FIGURE_CACHES } from './figure-cache.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 7);
const SETTLED = Date.UTC(2026, 10, 21, 12);
const OWNER: Scope = { kind: 'owner', customerId: 'c1', customerKey: 1 };
const SPONSOR: Scope = { kind: 'advertiser', customerId: 'c2', customerKey: 2 };
const KINDS = Object.keys(FIGURE_CACHES) as CacheKind[];

afterEach(() => void vi.restoreAllMocks());

function keep({ clickhouseUrl = null as string | null, outlets = 100, nowMs = NOW } = {}) {
  const live = createLiveChanges();
  const clock = { nowMs };
  const cache = createFigureCache({ config: { clickhouseUrl } as Config, live, now: () => clock.nowMs }, () => outlets);
  return { clock, cache, announce: (change: Change) => live.announce(change) };
}
const eventAt = (timestampMs: number) => changeOf([{ customerKey: 1, advertiserKey: 2, outletKey: 3, timestampMs }]);
const elsewhere = changeOf([{ customerKey: 8, advertiserKey: 9, outletKey: 7, timestampMs: 0 }]);

/** Returns whether the cache recomputes an answer of this kind after the change. */
async function isEndedBy(kind: CacheKind, scope: Scope, change: Change): Promise<boolean> {
  const { cache, announce } = keep();
  const answers = cache.answers<object>(kind);
  const first = await answers.get(scope, 'name', async () => ({}));
  await announce(change);
  return (await answers.get(scope, 'name', async () => ({}))) !== first;
}

test.each(KINDS)('exactly the changes that its rule names invalidate %s', async (kind) => {
  const { invalidatedBy } = FIGURE_CACHES[kind];
  const byAny = invalidatedBy === 'any event';
  expect(await isEndedBy(kind, OWNER, eventAt(SETTLED))).toBe(byAny);
  expect(await isEndedBy(kind, OWNER, eventAt(SETTLED - 1))).toBe(byAny || invalidatedBy === 'late event');
  expect(await isEndedBy(kind, SPONSOR, eventAt(SETTLED))).toBe(byAny || invalidatedBy === 'event of an advertiser');
  expect(await isEndedBy(kind, OWNER, elsewhere)).toBe(false);
});

test('the settled time moves in steps of 15 minutes, five minutes behind, and never back', () => {
  const { clock, cache } = keep();
  expect(cache.settledTime.until()).toBe(SETTLED);
  clock.nowMs = SETTLED + 20 * MINUTE_MS - 1;
  expect(cache.settledTime.until()).toBe(SETTLED);
  clock.nowMs = SETTLED + 20 * MINUTE_MS;
  expect(cache.settledTime.until()).toBe(SETTLED + 15 * MINUTE_MS);
  clock.nowMs = SETTLED - 60 * MINUTE_MS;
  expect(cache.settledTime.until()).toBe(SETTLED + 15 * MINUTE_MS);
});

test('each scope has its own answers, regardless of their names', async () => {
  const answers = keep().cache.answers<string>('sums');
  const all: Scope = { kind: 'all' };
  const told = await Promise.all([OWNER, SPONSOR, all].map((scope) => answers.get(scope, 'x', async () => scope.kind)));
  expect(told).toEqual(['owner', 'advertiser', 'all']);
  expect(await answers.peek(OWNER, 'x')).toBe('owner');
});

/** Returns the first of several ages, in milliseconds, at which an answer expires, or infinity if it never expires. */
async function servesFor(kind: CacheKind, clickhouseUrl: string | null, outlets: number): Promise<number> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const answers = keep({ clickhouseUrl, outlets }).cache.answers<object>(kind);
  const first = await answers.get(OWNER, 'name', async () => ({}));
  for (const ms of [1_000, 4_000, 30_000, MINUTE_MS, 1e9]) {
    clock.mockReturnValue(ms - 1);
    expect(await answers.peek(OWNER, 'name')).toBe(first);
    clock.mockReturnValue(ms);
    if (answers.peek(OWNER, 'name') === undefined) return ms;
  }
  return Number.POSITIVE_INFINITY;
}

test('answers expire after some time if other processes may write, and need no maximum age otherwise', async () => {
  const server = 'http://127.0.0.1:8123/x';
  const never = Number.POSITIVE_INFINITY;
  expect([await servesFor('sums', server, 100), await servesFor('sums', null, 100)]).toEqual([30_000, never]);
  expect([await servesFor('outletViews', server, 100), await servesFor('outletViews', null, 100)]).toEqual([
    1_000,
    never,
  ]);
  expect([await servesFor('settledSums', server, 100), await servesFor('settledSums', null, 100)]).toEqual([
    30_000,
    never,
  ]);
  expect([await servesFor('statements', server, 100), await servesFor('statements', null, 100)]).toEqual([
    1_000,
    MINUTE_MS,
  ]);
  expect([await servesFor('contacts', null, 100), await servesFor('contacts', null, 40_000)]).toEqual([1_000, 4_000]);
  expect(await servesFor('sealedSums', server, 100)).toBe(never);
});

test('a larger network may cache more, and an answer that is too large is evicted at once', async () => {
  const maxSize = (kind: CacheKind, outlets: number) => FIGURE_CACHES[kind].maxSize({ isOnlyWriter: true, outlets });
  expect([maxSize('sums', 100), maxSize('sums', 200_000)]).toEqual([25_000, 100_000]);
  expect([maxSize('sealedSums', 100), maxSize('sealedSums', 200_000)]).toEqual([60_000, 1_200_000]);
  const answers = keep().cache.answers<number>('statements', (bytes) => bytes);
  await answers.get(OWNER, 'large', async () => 16_000_001);
  expect(answers.peek(OWNER, 'large')).toBeUndefined();
});

test('the page on freshness lists each cache and what invalidates it', () => {
  const page = readFileSync(new URL('../../../docs/figures-and-freshness.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \|[^|]*\| ([^|]*?) \|/gm)].map(([, kind, invalidatedBy]) => [
    kind,
    invalidatedBy,
  ]);
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(KINDS.map((kind) => [kind, FIGURE_CACHES[kind].invalidatedBy])),
  );
});
