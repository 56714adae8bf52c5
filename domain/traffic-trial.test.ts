import { describe, expect, test } from 'vitest';
import { PATTERN_RULES } from '#contract/traffic-rules.ts';
import { MINUTE_MS } from './durations.ts';
import { FIRST_RULES, type TrafficRules } from './judging-rules.ts';
import { createTrial, type Tried } from './traffic-trial.ts';

let ids = 0;

const PLAIN = { viewId: '', flightKey: 1, isClosed: false, energyMilliWh: null, isPaid: true } as const;
const view = (minute: number, more: Partial<Tried> = {}): Tried => ({
  ...PLAIN,
  kind: 'view',
  eventId: String(++ids),
  atMs: minute * MINUTE_MS,
  seconds: 15,
  visitor: 'v',
  outletKey: minute,
  sockets: 1,
  reason: null,
  ...more,
});

test('tries other rules on past events: stricter rules find more, milder ones less', () => {
  const strict = createTrial({ ...FIRST_RULES, visitorSeconds: 30 });
  expect([0, 1, 2, 70].map((minute) => strict(view(minute)))).toEqual([null, null, 'visitor_pace', null]);
  const mild = createTrial({ ...FIRST_RULES, visitorSeconds: null });
  expect(mild(view(1, { reason: 'visitor_pace' }))).toBeNull();
});

test('keeps reasons that no tried rule decides, and keeps findings from discarded data while their rule is on', () => {
  const trial = createTrial(FIRST_RULES);
  expect(trial(view(0, { reason: 'play_forged' }))).toBe('play_forged');
  expect(trial(view(0, { reason: 'data_centre' }))).toBe('data_centre');
  expect(trial(view(0, { reason: 'outlet_silent' }))).toBeNull();
  expect(createTrial({ ...FIRST_RULES, dataCentre: false })(view(0, { reason: 'data_centre' }))).toBeNull();
});

test('an outlet shows no more views than it can', () => {
  const trial = createTrial(FIRST_RULES);
  const at = (atMs: number) => trial(view(0, { atMs, visitor: '', outletKey: 7 }));
  expect([0, 1, 2, 3, 38_000].map(at)).toEqual([null, null, null, 'outlet_pace', null]);
});

test('tries statistical rules on the views of each outlet, also if they were off', () => {
  const patterns = (mode: 'off' | 'invalidate') => ({
    ...FIRST_RULES.patterns,
    interval_pattern: mode,
    fingerprint_pattern: 'off' as const,
  });
  const bot = Array.from(
    { length: 100 },
    (_, nth): Tried => ({
      ...PLAIN,
      kind: 'view',
      eventId: `${nth}`,
      atMs: nth * 16_000,
      seconds: 0,
      outletKey: 7,
      sockets: 1,
      reason: nth < 50 ? null : 'interval_pattern',
      visitor: (nth * 0x9e3779b1).toString(16).padStart(32, '7'),
    }),
  );
  const countedBy = (rules: TrafficRules) => bot.map(createTrial(rules)).filter((reason) => reason === null).length;
  expect(countedBy({ ...FIRST_RULES, patterns: patterns('off') })).toBe(100);
  expect(countedBy({ ...FIRST_RULES, patterns: patterns('invalidate') })).toBe(20);
});

test('a trial knows the sockets of an outlet: more sockets serve more visitors', () => {
  const views = (sockets: number) =>
    Array.from(
      { length: 60 },
      (_, nth): Tried => ({
        ...PLAIN,
        kind: 'view',
        eventId: `${nth}`,
        atMs: nth * 37_000 + (nth % 7) * 900,
        seconds: 0,
        outletKey: 7,
        sockets,
        reason: null,
        visitor: (nth * 0x9e3779b1).toString(16).padStart(32, '7'),
      }),
    );
  const rules = { ...FIRST_RULES, patterns: { ...FIRST_RULES.patterns, interval_pattern: 'off' as const } };
  const foundOf = (sockets: number) =>
    views(sockets)
      .map(createTrial(rules))
      .filter((reason) => reason !== null).length;
  expect([foundOf(1) > 0, foundOf(2)]).toEqual([true, 0]);
});

describe('rules for clicks, energy, hours and shares', () => {
  const only = (rule: keyof typeof FIRST_RULES.patterns): TrafficRules => ({
    ...FIRST_RULES,
    visitorSeconds: null,
    outletPace: false,
    patterns: {
      ...(Object.fromEntries(PATTERN_RULES.map((one) => [one, 'off'])) as typeof FIRST_RULES.patterns),
      [rule]: 'invalidate',
    },
  });
  const count = (reasons: readonly (string | null)[], reason: string) => reasons.filter((one) => one === reason).length;

  test('finds clicks at the instant of their views', () => {
    const trial = createTrial(only('click_pattern'));
    const reasons = Array.from({ length: 50 }, (_, nth) => {
      const shown = view(nth, { outletKey: 1, visitor: `v${nth}` });
      expect(trial(shown)).toBeNull();
      return trial({ ...shown, kind: 'click', eventId: `c${nth}`, viewId: shown.eventId, atMs: shown.atMs + 20 });
    });
    expect(count(reasons, 'click_pattern')).toBeGreaterThan(40);
  });

  test('finds energy that never changes, and hours when the venue is closed', () => {
    const energy = createTrial(only('energy_pattern'));
    const readings = Array.from({ length: 50 }, (_, nth) => energy(view(nth, { outletKey: 1, energyMilliWh: 0 })));
    expect(count(readings, 'energy_pattern')).toBe(21);
    const hours = createTrial(only('closed_hours'));
    expect([hours(view(0, { isClosed: true })), hours(view(1))]).toEqual(['closed_hours', null]);
  });

  test("finds an outlet with most of a flight's views, and gives what follows such a view its reason", () => {
    const trial = createTrial(only('outlet_share'));
    for (let outletKey = 1; outletKey <= 6; outletKey += 1)
      for (let nth = 0; nth < 20; nth += 1) trial(view(nth, { outletKey }));
    const shown = Array.from({ length: 400 }, (_, nth) => view(20 + nth / 4, { outletKey: 9 }));
    expect(count(shown.map(trial), 'outlet_share')).toBeGreaterThan(150);
    const last = shown.at(-1);
    const burn = view(130, { kind: 'burn', viewId: last?.eventId ?? '', outletKey: 9 });
    expect(trial(burn)).toBe('outlet_share');
  });

  test('a click with the reason of its view is judged with the view', () => {
    const trial = createTrial({ ...FIRST_RULES, visitorSeconds: null });
    const shown = view(0, { reason: 'visitor_pace' });
    expect(trial(shown)).toBeNull();
    expect(trial(view(1, { kind: 'click', viewId: shown.eventId, reason: 'visitor_pace' }))).toBeNull();
    expect(trial(view(1, { kind: 'click', viewId: shown.eventId, reason: 'repeated' }))).toBe('repeated');
  });
});
