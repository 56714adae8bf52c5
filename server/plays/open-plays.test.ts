import { afterEach, describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { type SeededRandom, seededRandom } from '../lib/seeded-random.ts';
import { byLength } from '../testing/test-length.ts';
import { createSharedOpenPlays } from './create-open-plays.ts';
import { createMemoryOpenPlays, type OpenPlays } from './open-plays.ts';
import { type OpenPlay, refusalOf } from './outlet-allowance.ts';

const SEEDS = byLength([1, 2], [1, 2, 3, 4, 5, 6, 7, 8]);
const PLAY_MS = 15 * MINUTE_MS;
const AFTER_MS = 7 * MINUTE_MS;
const BUDGETS: Readonly<Record<number, number>> = { 1: 1_000_000, 2: 65_000, 3: 100, 4: 0 };
const SOCKETS: Readonly<Record<number, number>> = { 11: 1, 12: 2, 13: 6 };
const budgetOf = (flightKey: number) => BUDGETS[flightKey] ?? 0;
const socketsOf = (outletKey: number) => SOCKETS[outletKey] ?? 1;
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

type Held = OpenPlay & { readonly outletKey: number; isReported: boolean };

/**
 * Checks the limits with an independent sum. An outlet may hold at most twice what it can show and a fiftieth of a
 * budget, but one play always fits.
 */
function check(served: readonly Held[], nowMs: number): void {
  const held = served.filter(({ isReported }) => !isReported);
  for (const outletKey of Object.keys(SOCKETS).map(Number)) {
    const own = held.filter((play) => play.outletKey === outletKey);
    const unshown = own.filter(({ expiresMs }) => expiresMs > nowMs);
    const mostSeconds = (2 * socketsOf(outletKey) * PLAY_MS) / SECOND_MS;
    if (unshown.length > 1) expect(sum(unshown.map(({ seconds }) => seconds))).toBeLessThanOrEqual(mostSeconds);
    for (const flightKey of Object.keys(BUDGETS).map(Number)) {
      const paid = own.filter((play) => play.flightKey === flightKey && play.heldUntilMs > nowMs && play.micros > 0);
      if (paid.length > 1)
        expect(sum(paid.map(({ micros }) => micros)), `flight ${flightKey}`).toBeLessThanOrEqual(
          0.02 * budgetOf(flightKey),
        );
    }
  }
}

function playOf(random: SeededRandom, nowMs: number): OpenPlay {
  const expiresMs = nowMs + random.pick([PLAY_MS, PLAY_MS, PLAY_MS, random.whole(1, 15) * MINUTE_MS]);
  return {
    id: random.uuid(),
    flightKey: random.whole(1, 4),
    seconds: random.pick([10, 30, 60]),
    expiresMs,
    micros: random.pick([0, 0, 0, 1_000, 3_000]),
    heldUntilMs: nowMs + PLAY_MS + AFTER_MS,
  };
}

/** Simulates outlets that request plays, report them, report them again and wait, each time at any of the processes. */
async function live(processes: readonly OpenPlays[], clock: { ms: number }, random: SeededRandom, turns: number) {
  const served: Held[] = [];
  const seen = { outlet_full: 0, budget_held: 0, served: 0 };
  const take = async () => {
    const outletKey = random.pick(Object.keys(SOCKETS).map(Number));
    const plays = Array.from({ length: random.whole(1, 50) }, () => playOf(random, clock.ms));
    const process = random.pick(processes);
    const refused = await process.take({ outletKey, sockets: socketsOf(outletKey), plays, budgetOf });
    for (const reason of refused.values()) seen[reason] += 1;
    const own = plays.filter(({ id }) => !refused.has(id));
    seen.served += own.length;
    served.push(...own.map((play) => ({ ...play, outletKey, isReported: false })));
  };
  for (let turn = 0; turn < turns; turn += 1) {
    // Several requests arrive at the same moment.
    if (random.whole(1, 2) === 1) await Promise.all(Array.from({ length: random.whole(1, 5) }, take));
    else {
      const reported = served.filter(() => random.whole(1, 3) === 1);
      await random.pick(processes).release(reported);
      for (const play of reported) play.isReported = true;
    }
    check(served, clock.ms);
    clock.ms += random.whole(0, MINUTE_MS);
  }
  expect(seen.served).toBeGreaterThan(100);
  expect(seen.outlet_full).toBeGreaterThan(0);
  expect(seen.budget_held).toBeGreaterThan(0);
}

test.each(SEEDS)(
  'no outlet holds more than its allowance, regardless of its requests and reports (seed %i)',
  async (seed) => {
    const clock = { ms: Date.UTC(2026, 10, 21) };
    await live([createMemoryOpenPlays(() => clock.ms)], clock, seededRandom('open', seed), 300);
  },
);

describeOnEngines('of three processes', (engine) => {
  afterEach(() => engine.remove());

  test.each(SEEDS)('no outlet holds more than its allowance (seed %i)', async (seed) => {
    const accounts = await engine.openMigrated();
    const clock = { ms: Date.UTC(2026, 10, 21) };
    const open = () => createSharedOpenPlays({ accounts, now: () => clock.ms });
    await live([open(), open(), open()], clock, seededRandom('shared', seed), 60);
  });

  test('one process releases what another one served, and a third sees it', async () => {
    const accounts = await engine.openMigrated();
    const open = () => createSharedOpenPlays({ accounts, now: () => 0 });
    const [one, other, third] = [open(), open(), open()];
    const plays = [playOf(seededRandom('a play'), 0), playOf(seededRandom('another'), 0)];
    await one.take({ outletKey: 11, sockets: 1, plays, budgetOf: () => 1e9 });
    expect(await other.heldBy(11)).toEqual(plays);
    await other.release([
      { outletKey: 11, id: plays[0]?.id ?? '' },
      { outletKey: 12, id: plays[1]?.id ?? '' },
    ]);
    expect(await third.heldBy(11)).toEqual(plays.slice(1));
  });
});

describe('the allowance', () => {
  const play = (more: Partial<OpenPlay>): OpenPlay => ({
    id: '',
    flightKey: 1,
    micros: 100,
    seconds: 10,
    expiresMs: PLAY_MS,
    heldUntilMs: PLAY_MS + AFTER_MS,
    ...more,
  });
  const many = (count: number, more: Partial<OpenPlay> = {}) => Array.from({ length: count }, () => play(more));
  const terms = { sockets: 1, budgetMicros: 1e9, nowMs: 0 };

  test('is twice what all sockets can show until the plays end', () => {
    expect(refusalOf(many(179), play({}), terms)).toBeNull();
    expect(refusalOf(many(180), play({}), terms)).toBe('outlet_full');
    expect(refusalOf(many(359), play({}), { ...terms, sockets: 2 })).toBeNull();
    expect(refusalOf(many(360), play({}), { ...terms, sockets: 2 })).toBe('outlet_full');
    expect(refusalOf(many(29, { seconds: 60 }), play({ seconds: 61 }), terms)).toBe('outlet_full');
    // A flight that ends in a minute holds at most two minutes of ads.
    expect(refusalOf(many(11, { expiresMs: MINUTE_MS }), play({ expiresMs: MINUTE_MS }), terms)).toBeNull();
    expect(refusalOf(many(12, { expiresMs: MINUTE_MS }), play({ expiresMs: MINUTE_MS }), terms)).toBe('outlet_full');
    // A play that ends early also takes time from plays that end later.
    expect(refusalOf(many(180), play({ expiresMs: MINUTE_MS }), terms)).toBe('outlet_full');
    expect(refusalOf(many(12, { expiresMs: MINUTE_MS }), play({}), terms)).toBeNull();
  });

  test('is a fiftieth of a budget', () => {
    expect(refusalOf(many(9), play({}), { ...terms, budgetMicros: 50_000 })).toBeNull();
    expect(refusalOf(many(10), play({}), { ...terms, budgetMicros: 50_000 })).toBe('budget_held');
    expect(refusalOf(many(10, { flightKey: 2 }), play({}), { ...terms, budgetMicros: 50_000 })).toBeNull();
    // The price of an expired play stays reserved until its report would be late.
    const over = { ...terms, budgetMicros: 50_000, nowMs: PLAY_MS };
    expect(refusalOf(many(10), play({ expiresMs: 2 * PLAY_MS }), over)).toBe('budget_held');
    expect(refusalOf(many(10), play({ expiresMs: 2 * PLAY_MS }), { ...over, nowMs: PLAY_MS + AFTER_MS })).toBeNull();
  });

  test('is always one play', () => {
    expect(refusalOf([], play({ micros: 1e9, seconds: 60, expiresMs: SECOND_MS }), terms)).toBeNull();
    expect(refusalOf([], play({ micros: 1 }), { ...terms, budgetMicros: 1 })).toBeNull();
    expect(refusalOf(many(1), play({ micros: 0 }), { ...terms, budgetMicros: 0 })).toBeNull();
  });
});
