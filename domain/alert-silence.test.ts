import { expect, test } from 'vitest';
import { type Heard, type NamedSilence, silencesAt } from './alert-silence.ts';
import { DAY_MS, MINUTE_MS } from './durations.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const AFTER = 60 * MINUTE_MS;
const heard = (id: string, minutesAgo: number): Heard => ({ id, label: id, lastSeenMs: NOW - minutesAgo * MINUTE_MS });
const look = (outlets: readonly Heard[], named: readonly NamedSilence[] = [], nowMs = NOW) =>
  silencesAt(outlets, { nowMs, afterMs: AFTER, total: outlets.length, named }).map(({ silent, ...silence }) => ({
    ...silence,
    ids: silent.map(({ id }) => id),
  }));

test('an outlet is silent after 60 minutes without contact, not earlier', () => {
  expect(look([heard('a', 59), heard('b', 1)])).toEqual([]);
  expect(look([heard('a', 60), heard('b', 1)])).toEqual([
    { cause: null, isWhole: false, ids: ['a'], sinceMs: NOW - AFTER },
  ]);
});

test('a whole venue is one silence, dated from its first outlet, except a venue with a single outlet', () => {
  expect(look([heard('b', 62), heard('a', 65)])).toEqual([
    { cause: null, isWhole: true, ids: ['a', 'b'], sinceMs: NOW - 65 * MINUTE_MS },
  ]);
  expect(look([heard('a', 90)])).toMatchObject([{ isWhole: false }]);
});

test('an outage is named when its size is known, and no later than an outlet may take to join it', () => {
  expect(look([heard('a', 61), heard('b', 57)])).toEqual([]);
  expect(look([heard('a', 64), heard('b', 60)])).toMatchObject([{ isWhole: true, ids: ['a', 'b'] }]);
  expect(look([heard('a', 70), heard('c', 62), heard('b', 57)])).toMatchObject([{ isWhole: false, ids: ['a', 'c'] }]);
});

test('outlets that fall silent at another time are another outage, which may leave the whole venue silent', () => {
  const outlets = [heard('dead', 3_000), heard('a', 61), heard('b', 62)];
  expect(look(outlets, [{ cause: 'old', ids: ['dead'] }])).toMatchObject([
    { cause: 'old', isWhole: false, ids: ['dead'] },
    { cause: null, isWhole: true, ids: ['b', 'a'] },
  ]);
});

test('an outage keeps its name as outlets join and return', () => {
  const named = [{ cause: 'it', ids: ['a', 'b'] }];
  expect(look([heard('b', 64), heard('c', 60)], named)).toMatchObject([{ cause: 'it', ids: ['b', 'c'] }]);
  expect(look([heard('b', 64), heard('c', 60)], named, NOW + DAY_MS)).toMatchObject([{ cause: 'it' }]);
  expect(look([heard('a', 1), heard('b', 2)], named)).toEqual([]);
});

test('minute by minute, an outage of a venue with staggered heartbeats is named once, as a whole', () => {
  const outlets = [heard('a', 0), heard('b', 1), heard('c', 3), heard('d', 4)];
  let named: NamedSilence[] = [];
  const told: string[] = [];
  for (let minute = 0; minute < 200; minute += 1) {
    const silences = silencesAt(outlets, { nowMs: NOW + minute * MINUTE_MS, afterMs: AFTER, total: 4, named });
    for (const { cause, isWhole, silent } of silences)
      if (cause === null) told.push(`${minute} ${isWhole} ${silent.map(({ id }) => id).join('')}`);
    named = silences.map(({ cause, silent }) => ({ cause: cause ?? 'it', ids: silent.map(({ id }) => id) }));
  }
  expect(told).toEqual(['60 true dcba']);
});
