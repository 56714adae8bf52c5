import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from './durations.ts';
import { expectedMicros, expectedOfDay, plannedOfDay } from './flight-pace.ts';
import { dayPlanMicros, percentBehind, plannedMicros } from './pacing.ts';
import { planStartMs } from './plan-start.ts';
import { zonedDay } from './zoned-day.ts';

const NOTHING = { allMicros: 0, dayMicros: 0 };

const anyFlight = fc
  .record({
    startsMs: fc.integer({ min: 1, max: 60 * DAY_MS }),
    approvedAfterMs: fc.integer({ min: -20 * DAY_MS, max: 20 * DAY_MS }),
    lastsMs: fc.integer({ min: 1, max: 60 * DAY_MS }),
    budgetMicros: fc.integer({ min: 0, max: 1e12 }),
    dailyCapMicros: fc.option(fc.integer({ min: 1, max: 1e11 })),
    pacing: fc.constantFrom('even' as const, 'fast' as const),
    afterMs: fc.integer({ min: 0, max: 90 * DAY_MS }),
    zone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata'),
  })
  .map(({ approvedAfterMs, lastsMs, afterMs, zone, ...one }) => {
    const approvedMs = Math.max(0, one.startsMs + approvedAfterMs);
    const beginMs = Math.max(one.startsMs, approvedMs);
    return { flight: { ...one, approvedMs, endsMs: beginMs + lastsMs }, beginMs, nowMs: beginMs + afterMs, zone };
  });

test('plans a flight from its approval if that is later than its start', () => {
  fc.assert(
    fc.property(anyFlight, ({ flight, beginMs, nowMs, zone }) => {
      const same = { ...flight, startsMs: beginMs, approvedMs: 0 };
      const day = zonedDay(nowMs, zone);
      expect(planStartMs(flight)).toBe(beginMs);
      expect(expectedMicros(flight, nowMs)).toBe(expectedMicros(same, nowMs));
      expect(dayPlanMicros(flight, day, NOTHING)).toBe(dayPlanMicros(same, day, NOTHING));
      expect(plannedMicros(flight, day, NOTHING, nowMs)).toBe(plannedMicros(same, day, NOTHING, nowMs));
      const planned = plannedOfDay(flight, { startMs: day.startMs, endMs: day.endMs }, 0);
      expect(planned).toBe(plannedOfDay(same, { startMs: day.startMs, endMs: day.endMs }, 0));
      expect(expectedOfDay(flight, day, planned, nowMs)).toBe(expectedOfDay(same, day, planned, nowMs));
    }),
  );
});

test('at approval no flight has planned spend yet, and an even one is not behind', () => {
  fc.assert(
    fc.property(anyFlight, ({ flight, beginMs, zone }) => {
      const day = zonedDay(beginMs, zone);
      expect(expectedMicros(flight, beginMs)).toBe(0);
      expect(plannedMicros(flight, day, NOTHING, beginMs)).toBe(0);
      expect(expectedOfDay(flight, day, plannedOfDay(flight, day, 0), beginMs)).toBe(0);
      if (flight.pacing === 'even') expect(percentBehind(flight, day, NOTHING, beginMs)).toBeNull();
    }),
  );
});

test('a flight approved at noon spreads its budget over the rest of its days; old flights and drafts have no approval', () => {
  const startsMs = Date.UTC(2026, 10, 23);
  const noon = startsMs + 12 * HOUR_MS;
  const flight = { startsMs, approvedMs: noon, endsMs: noon + 10 * DAY_MS, budgetMicros: 1_000 };
  const even = { ...flight, dailyCapMicros: null, pacing: 'even' as const };
  expect(expectedMicros(even, noon + DAY_MS)).toBe(100);
  expect(dayPlanMicros(even, zonedDay(noon, 'UTC'), NOTHING)).toBe(50);
  expect([0, null].map((approvedMs) => planStartMs({ startsMs, approvedMs }))).toEqual([startsMs, startsMs]);
});
