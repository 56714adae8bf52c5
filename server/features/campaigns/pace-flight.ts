import type { FlightPacing } from '#contract/flights.ts';
import { DAY_MS } from '#domain/durations.ts';
import { expectedMicros, expectedOfDay, plannedOfDay } from '#domain/flight-pace.ts';
import { flightState } from '#domain/flight-state.ts';
import { dollars } from '#domain/money.ts';
import type { Scope } from '#domain/role.ts';
import { dayStarts, zonedDay } from '#domain/zoned-day.ts';
import { sumFlightDays } from './flights-events-queries.ts';
import type { FlightRow } from './flights-queries.ts';
import { type CampaignNeeds, factsOf, NO_SUMS, plannedMicros, plannedUntil, readSums, zoneOf } from './read-flights.ts';

const MOST_DAYS = 400;
/** Of which the pace is told. */
const RECENT_DAYS = 7;

/** A flight's expected against actual spend, today and day by day, and where it will end at this pace. */
export async function paceFlight(needs: CampaignNeeds, scope: Scope, row: FlightRow): Promise<FlightPacing> {
  const nowMs = needs.now();
  const zone = zoneOf(needs, row);
  const sums = (await readSums(needs, scope, [row])).get(row.key) ?? NO_SUMS;
  const facts = factsOf(row, sums);
  const today = zonedDay(nowMs, zone);
  const untilMs = plannedUntil(row, nowMs);
  const lastMs = untilMs ?? row.starts_at;
  const fromMs = Math.max(row.starts_at, lastMs - MOST_DAYS * DAY_MS);
  const starts = lastMs > fromMs ? [...dayStarts(fromMs, lastMs, zone)] : [];
  const read = await sumFlightDays(
    needs.events,
    scope,
    row.key,
    starts.map(([startMs]) => startMs),
  );
  const byDay = new Map(read.map((day) => [day.startMs, day]));
  const days = starts.map(([startMs, day], at) => {
    const endMs = starts[at + 1]?.[0] ?? lastMs;
    const sum = byDay.get(startMs);
    const expected = expectedMicros(facts, endMs) - expectedMicros(facts, Math.max(startMs, row.starts_at));
    return {
      day,
      spent: dollars(sum?.micros ?? 0),
      expected: dollars(Math.max(0, expected)),
      views: sum?.views ?? 0,
      clicks: sum?.clicks ?? 0,
      burns: sum?.burns ?? 0,
    };
  });
  const isRun = untilMs !== null && row.state === 'approved';
  const planned = isRun ? plannedOfDay(facts, today, sums.micros - sums.todayMicros) : 0;
  const expected = plannedMicros(row, nowMs);
  const recentMs = Math.max(row.starts_at, nowMs - RECENT_DAYS * DAY_MS);
  // Whole days, also those of 25 hours.
  const recentDayMs = zonedDay(recentMs, zone).startMs;
  const recent = read.reduce((sum, day) => sum + (day.startMs >= recentDayMs ? day.micros : 0), 0);
  const recentFrom = Math.max(row.starts_at, recentDayMs);
  const rate = isRun && lastMs > recentFrom ? recent / (lastMs - recentFrom) : 0;
  const left = Math.max(0, row.budget_micros - sums.micros);
  const isOpen = isRun && row.paused === 0 && nowMs < row.ends_at;
  const more = isOpen ? Math.min(left, rate * (row.ends_at - Math.max(nowMs, row.starts_at))) : 0;
  const emptyAt = isOpen && rate > 0 ? nowMs + left / rate : null;
  return {
    state: flightState(facts, nowMs),
    time_zone: zone,
    as_of: new Date(nowMs).toISOString(),
    budget: dollars(row.budget_micros),
    spent: dollars(sums.micros),
    expected: dollars(expected),
    today: {
      day: today.date,
      spent: dollars(sums.todayMicros),
      expected: dollars(isRun ? expectedOfDay(facts, today, planned, nowMs) : 0),
      planned: dollars(planned),
      daily_cap: row.daily_cap_micros === null ? null : dollars(row.daily_cap_micros),
    },
    pace: expected === 0 ? null : sums.micros / expected,
    forecast_spent: dollars(Math.round(sums.micros + more)),
    spent_at: emptyAt !== null && emptyAt < row.ends_at ? new Date(Math.round(emptyAt)).toISOString() : null,
    days,
  };
}
