// Played by `npm run test:full` alone.
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
import {
  addRecent,
  isClickPattern,
  isDistantPattern,
  isEnergyPattern,
  isFingerprintPattern,
  isIntervalPattern,
  MOST_PATTERN_VIEWS,
  type PatternView,
  type Sighting,
} from './traffic-patterns.ts';

/*
 * Fraudsters earn at most 5 percent of the money that they attempt to earn. Honest visitors lose at most 0.1 percent
 * (docs/business-rules.md#invalid-traffic).
 */

const SEEDS = [1, 2, 3, 4, 5];
/** A seeded generator (mulberry32), so that a failure can be repeated. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
type Random = () => number;
const hex = (random: Random, digits: number) =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
/** A normal distribution of this deviation. */
const noise = (random: Random, deviation: number) =>
  deviation * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const between = (random: Random, least: number, most: number) => least + random() * (most - least);

const view = (atMs: number, fingerprint: string, clickAfterMs: number | null = null): PatternView => ({
  atMs: Math.round(atMs),
  fingerprint,
  flightKey: 1,
  clickAfterMs,
});
const NOWHERE = { views: 0, clicks: 0 };

/**
 * Returns the number of an outlet's views that no rule matches. Each view is evaluated on arrival, against the earlier
 * ones.
 */
function countedOf(sent: readonly PatternView[]): number {
  const recent: PatternView[] = [];
  let counted = 0;
  for (const one of sent) {
    addRecent(recent, one, MOST_PATTERN_VIEWS);
    const at = recent.indexOf(one);
    if (!isIntervalPattern(recent, at) && !isFingerprintPattern(recent, at)) counted += 1;
  }
  return counted;
}

test.each(SEEDS)(
  'one view every few seconds all night, each with a new fingerprint, earns at most 5 percent (%i)',
  (seed) => {
    const random = seeded(seed);
    const everyMs = between(random, 11, 55) * SECOND_MS;
    for (const jitterMs of [0, 40, 1_500, 5_000]) {
      const bot = Array.from({ length: 1_200 }, (_, nth) =>
        view(nth * everyMs + between(random, -jitterMs, jitterMs), hex(random, 32)),
      );
      expect(countedOf(bot)).toBeLessThanOrEqual(0.05 * bot.length);
      // In reverse order as well.
      expect(countedOf(bot.toReversed())).toBeLessThanOrEqual(0.05 * bot.length);
    }
  },
);

test.each(SEEDS)('a constant pace without fingerprints earns at most 5 percent in a night (%i)', (seed) => {
  const everyMs = Math.round(between(seeded(seed), 11, 17) * SECOND_MS);
  const bot = Array.from({ length: Math.floor((12 * HOUR_MS) / everyMs) }, (_, nth) => view(nth * everyMs, ''));
  expect(countedOf(bot)).toBeLessThanOrEqual(0.05 * bot.length);
});

test.each(SEEDS)('29 views an hour from each of a few fingerprints in turn earn at most 5 percent (%i)', (seed) => {
  const random = seeded(seed);
  for (const isShuffled of [false, true])
    for (const count of [8, 10, 16]) {
      const prints = Array.from({ length: count }, () => hex(random, 32));
      const everyMs = HOUR_MS / (29 * count);
      const bot = Array.from({ length: 6 * 29 * count }, (_, nth) => {
        const place = isShuffled ? Math.floor(random() * count) : nth % count;
        return view(nth * everyMs + between(random, 0, 3_000), prints[place] ?? '');
      });
      expect(countedOf(bot)).toBeLessThanOrEqual(0.05 * bot.length);
    }
});

test('fingerprints that count up are not hashes, but padded ones are', () => {
  const random = seeded(7);
  const counted = Array.from({ length: 400 }, (_, nth) =>
    view(nth * 10 * MINUTE_MS * (0.5 + random()), (nth + 77).toString(16).padStart(32, '0')),
  );
  expect(countedOf(counted)).toBeLessThanOrEqual(20);
  for (const pad of ['padStart', 'padEnd'] as const) {
    const padded = Array.from({ length: 400 }, (_, nth) =>
      view(nth * 10 * MINUTE_MS * (0.5 + random()), hex(random, 16)[pad](32, '0')),
    );
    expect(countedOf(padded)).toBe(400);
  }
});

/**
 * Returns the views at one outlet over several honest days, on a drifting clock. Visitors arrive at random, stay for
 * some ads, and skip a tenth of the ads.
 */
function honestDays(random: Random, { perDay, ads, knows }: { perDay: number; ads: () => number; knows: boolean }) {
  const shared = Array.from({ length: 3 }, () => hex(random, 32));
  const views: PatternView[] = [];
  let atMs = 0;
  while (atMs < 3 * 24 * HOUR_MS) {
    atMs += -Math.log(1 - random()) * ((24 * HOUR_MS) / perDay);
    const print = random() < 0.05 ? (shared[Math.floor(random() * 3)] ?? '') : hex(random, 16).padEnd(32, '0');
    const seconds = Math.round(between(random, 10, 30));
    for (let left = ads(); left > 0; left -= 1) {
      const click = random() < 0.04 ? Math.round(between(random, 900, 14_000)) : null;
      views.push(view(atMs + noise(random, 20), knows ? print : '', click));
      atMs += (random() < 0.1 ? between(random, 3, seconds) : seconds) * SECOND_MS;
    }
  }
  return views;
}

test.each(SEEDS)('honest visitors lose at most one view in a thousand (%i)', (seed) => {
  const random = seeded(seed);
  let [all, counted] = [0, 0];
  for (const knows of [true, false])
    for (const [perDay, ads] of [
      [40, () => 1],
      [40, () => 1 + Math.floor(random() * 6)],
      [100, () => 20],
      [12, () => 80],
    ] as const) {
      const week = honestDays(random, { perDay, ads, knows });
      all += week.length;
      counted += countedOf(week);
      const recent = week.slice(0, 400);
      for (const [at, one] of recent.entries())
        if (one.clickAfterMs !== null) {
          const window = recent.slice(Math.max(0, at - MOST_PATTERN_VIEWS + 1), at + 1);
          expect(isClickPattern(window, window.length - 1, NOWHERE)).toBe(false);
        }
    }
  expect(all - counted).toBeLessThanOrEqual(0.001 * all);
});

test('"700 visitors who stay for 20 ads of 17 s", and one with an ad every 90 s for two hours, by an exact clock', () => {
  const random = seeded(3);
  const views: PatternView[] = [];
  let atMs = 0;
  for (let visitor = 0; visitor < 700; visitor += 1) {
    const print = hex(random, 32);
    for (let ad = 0; ad < 20; ad += 1) views.push(view(atMs + ad * 17_000, print));
    atMs += 20 * 17_000 + between(random, 5, 300) * SECOND_MS;
  }
  expect(countedOf(views)).toBe(views.length);
  for (const print of [hex(random, 32), '']) {
    const long = Array.from({ length: 80 }, (_, nth) => view(nth * 90_000, print));
    expect(countedOf(long)).toBe(80);
  }
});

test('the pattern ends with the bot: visitors after it count', () => {
  const random = seeded(5);
  const bot = Array.from({ length: 300 }, (_, nth) => view(nth * 16_000, hex(random, 32)));
  const after = Array.from({ length: 100 }, (_, nth) =>
    view(300 * 16_000 + (nth + 1) * 5 * MINUTE_MS + between(random, 0, MINUTE_MS), hex(random, 32)),
  );
  const counted = countedOf(bot);
  expect(countedOf([...bot, ...after]) - counted).toBe(100);
});

/** Returns the number of a bot's paid clicks that count as valid. */
function countedClicks(views: readonly PatternView[], elsewhere = NOWHERE): number {
  let counted = 0;
  for (const [at, one] of views.entries()) {
    const window = views.slice(Math.max(0, at - MOST_PATTERN_VIEWS + 1), at + 1);
    if (one.clickAfterMs !== null && !isClickPattern(window, window.length - 1, elsewhere)) counted += 1;
  }
  return counted;
}

test('clicks within the millisecond of their views, after a constant delay, or on nearly all of them earn at most 5 percent', () => {
  const random = seeded(9);
  const clicking = (afterMs: (nth: number) => number | null) =>
    Array.from({ length: 500 }, (_, nth) => view(nth * MINUTE_MS * (1 + random()), hex(random, 32), afterMs(nth)));
  const kinds = {
    'own millisecond': () => 0,
    'too fast': () => between(random, 20, 450),
    constant: () => 3_000,
    'nearly all': () => between(random, 1_000, 12_000),
    most: () => (random() < 0.75 ? between(random, 1_000, 12_000) : null),
  };
  for (const [kind, afterMs] of Object.entries(kinds))
    expect([kind, countedClicks(clicking(afterMs)) <= 25]).toEqual([kind, true]);
  // A flight that is clicked everywhere is not fraud.
  const liked = clicking(() => (random() < 0.75 ? between(random, 1_000, 12_000) : null));
  const clicks = liked.filter(({ clickAfterMs }) => clickAfterMs !== null).length;
  expect(countedClicks(liked, { views: 1_000, clicks: 700 })).toBe(clicks);
});

test('"one fingerprint at 20 outlets in one second" is all invalid, and shared fingerprints of an airport are valid', () => {
  const at = (atMs: number, outletKey: number, lat = 40, lng = -74): Sighting => ({ atMs, outletKey, lat, lng });
  const burst = Array.from({ length: 20 }, (_, nth) => at(nth * 50, nth));
  expect(burst.filter((one) => !isDistantPattern(burst, one))).toEqual([]);
  // Two outlets may be a coincidence, and a person may walk from one outlet to another.
  expect(isDistantPattern([at(0, 1), at(500, 2)], at(500, 2))).toBe(false);
  expect(isDistantPattern([at(0, 1), at(MINUTE_MS, 2)], at(2 * MINUTE_MS, 3))).toBe(false);
  // Three cities within 15 seconds.
  const cities = [at(0, 1), at(7_000, 2, 41.9, -87.6), at(14_000, 3, 34, -118)];
  expect(cities.map((one) => isDistantPattern(cities, one))).toEqual([true, true, true]);
  for (const seed of SEEDS) {
    const random = seeded(seed);
    // Each day, 100 visits of up to 10 ads share 3 fingerprints at 50 outlets.
    const sightings: (Sighting & { print: number })[] = [];
    for (let visit = 0; visit < 700; visit += 1) {
      const start = random() * 7 * 16 * HOUR_MS;
      const [outlet, print] = [Math.floor(random() * 50), Math.floor(random() * 3)];
      for (let ad = 0; ad < 1 + random() * 10; ad += 1) sightings.push({ ...at(start + ad * 17_000, outlet), print });
    }
    const lost = sightings.filter((one) =>
      isDistantPattern(
        sightings.filter(({ print }) => print === one.print),
        one,
      ),
    );
    // The limit is relative to all visitors. These visitors are a twentieth of all.
    expect(lost.length).toBeLessThanOrEqual(0.001 * 20 * sightings.length);
  }
});

test('finds energy that is always 0 or never changes', () => {
  const readings = Array.from({ length: 30 }, () => 0);
  expect(isEnergyPattern(readings, 29)).toBe(true);
  expect(isEnergyPattern(readings.slice(1), 28)).toBe(false);
  expect(isEnergyPattern([...readings.slice(1), 12], 29)).toBe(false);
  expect(
    isEnergyPattern(
      readings.map(() => 15_000),
      29,
    ),
  ).toBe(true);
});
