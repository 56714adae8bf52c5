import { expect, test } from 'vitest';
import { MINUTE_MS } from './durations.ts';
import { FIRST_RULES, type TrafficRules } from './judging-rules.ts';
import { createTrial, type TriedView } from './traffic-trial.ts';

const view = (minute: number, more = {}) => ({
  ...{ atMs: minute * MINUTE_MS, seconds: 15, visitor: 'v', outletKey: minute, sockets: 1, reason: null },
  ...more,
});

test('other rules are tried on what happened: stricter ones find more, milder ones let go', () => {
  const strict = createTrial({ ...FIRST_RULES, visitorSeconds: 30 });
  expect([0, 1, 2, 70].map((minute) => strict(view(minute)))).toEqual([null, null, 'visitor_pace', null]);
  const mild = createTrial({ ...FIRST_RULES, visitorSeconds: null });
  expect(mild(view(1, { reason: 'visitor_pace' }))).toBeNull();
});

test('what no rule of these decides stays; what was found from what is not kept stays while its rule is on', () => {
  const trial = createTrial(FIRST_RULES);
  expect(trial(view(0, { reason: 'play_forged' }))).toBe('play_forged');
  expect(trial(view(0, { reason: 'data_centre' }))).toBe('data_centre');
  expect(trial(view(0, { reason: 'outlet_silent' }))).toBeNull();
  expect(createTrial({ ...FIRST_RULES, dataCentre: false })(view(0, { reason: 'data_centre' }))).toBeNull();
});

test('an outlet shows no more than it can', () => {
  const trial = createTrial(FIRST_RULES);
  const at = (atMs: number) => trial(view(0, { atMs, visitor: '', outletKey: 7 }));
  expect([0, 1, 2, 3, 38_000].map(at)).toEqual([null, null, null, 'outlet_pace', null]);
});

test('statistical rules are tried on the views of each outlet, also where they were off', () => {
  const patterns = (mode: 'off' | 'invalidate') => ({
    ...FIRST_RULES.patterns,
    interval_pattern: mode,
    fingerprint_pattern: 'off' as const,
  });
  const bot = Array.from(
    { length: 100 },
    (_, nth): TriedView => ({
      ...{ atMs: nth * 16_000, seconds: 0, outletKey: 7, sockets: 1, reason: nth < 50 ? null : 'interval_pattern' },
      visitor: (nth * 0x9e3779b1).toString(16).padStart(32, '7'),
    }),
  );
  const countedBy = (rules: TrafficRules) => bot.map(createTrial(rules)).filter((reason) => reason === null).length;
  expect(countedBy({ ...FIRST_RULES, patterns: patterns('off') })).toBe(100);
  expect(countedBy({ ...FIRST_RULES, patterns: patterns('invalidate') })).toBe(20);
});

test('a trial knows the sockets of an outlet: more of them serve more visitors', () => {
  const views = (sockets: number) =>
    Array.from(
      { length: 60 },
      (_, nth): TriedView => ({
        ...{ atMs: nth * 37_000 + (nth % 7) * 900, seconds: 0, outletKey: 7, sockets, reason: null },
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
