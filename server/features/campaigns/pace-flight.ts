import type { FlightPacing } from '#contract/flights.ts';
import { DAY_MS } from '#domain/durations.ts';
import { comesTo, expectedMicros, expectedOfDay, plannedOfDay } from '#domain/flight-pace.ts';
import { flightState } from '#domain/flight-state.ts';
import { dollars } from '#domain/money.ts';
import type { Scope } from '#domain/role.ts';
import { dayStarts, zonedDay } from '#domain/zoned-day.ts';
import { sumFlightDays } from './flights-events-queries.ts';
import type { FlightRow } from './flights-queries.ts';
import {
  type CampaignNeeds,
  factsOf,
  NO_SUMS,
  plannedFrom,
  plannedMicros,
  plannedUntil,
  readSums,
  zoneOf,
} from './read-flights.ts';

const MOST_DAYS = 400;
/** Number of days that the pace covers. */
const RECENT_DAYS = 7;

/** Reads a flight's spend for the days that are shown, with the times at which the days begin. */
async function readDays(needs: CampaignNeeds, scope: Scope, row: FlightRow, nowMs: number) {
  const lastMs = plannedUntil(row, nowMs) ?? row.starts_at;
  const fromMs = Math.max(plannedFrom(row), lastMs - MOST_DAYS * DAY_MS);
  const starts = lastMs > fromMs ? [...dayStarts(fromMs, lastMs, zoneOf(needs, row))] : [];
  const instants = starts.map(([startMs]) => startMs);
  return { starts, lastMs, read: await sumFlightDays(needs.events, scope, row.key, instants) };
}

type Days = Awaited<ReturnType<typeof readDays>>;

/**
 * Computes recent spend, the time it took, and the time that is left. `comes` is the projected further spend, within
 * the budget.
 */
function foresee(
  row: FlightRow,
  spent: number,
  { lastMs, read }: Omit<Days, 'starts'>,
  at: { zone: string; nowMs: number },
) {
  const { nowMs, zone } = at;
  const beganMs = plannedFrom(row);
  const recentMs = Math.max(beganMs, nowMs - RECENT_DAYS * DAY_MS);
  // Full days, including days with 25 hours.
  const recentDayMs = zonedDay(recentMs, zone).startMs;
  const recent = read.reduce((sum, day) => sum + (day.startMs >= recentDayMs ? day.micros : 0), 0);
  const measuredMs = lastMs - Math.max(beganMs, recentDayMs);
  const left = Math.max(0, row.budget_micros - spent);
  const isOpen = isRunning(row, nowMs) && row.paused === 0 && nowMs < row.ends_at;
  if (!isOpen || measuredMs <= 0) return { comes: 0, rate: null, emptyAt: null };
  const rate = { micros: recent, inMs: measuredMs, forMs: row.ends_at - Math.max(nowMs, beganMs) };
  return {
    comes: Math.min(left, comesTo(rate)),
    rate,
    emptyAt: recent > 0 ? nowMs + left / (recent / measuredMs) : null,
  };
}

/**
 * Reads a flight's spend until now, in total and by day, and projects its further spend. All forecasts use this
 * function.
 */
export async function readForecast(needs: CampaignNeeds, scope: Scope, row: FlightRow, nowMs: number) {
  const zone = zoneOf(needs, row);
  const [all, told] = await Promise.all([readSums(needs, scope, [row]), readDays(needs, scope, row, nowMs)]);
  const sums = all.get(row.key) ?? NO_SUMS;
  return { zone, sums, told, ...foresee(row, sums.micros, told, { zone, nowMs }) };
}

const isRunning = (row: FlightRow, nowMs: number): boolean =>
  row.state === 'approved' && plannedUntil(row, nowMs) !== null;

/** Returns a flight's expected and actual spend, today and by day, and its projected spend at this pace. */
export async function paceFlight(needs: CampaignNeeds, scope: Scope, row: FlightRow): Promise<FlightPacing> {
  const nowMs = needs.now();
  const { comes, emptyAt, sums, told, zone } = await readForecast(needs, scope, row, nowMs);
  const facts = factsOf(row, sums);
  const today = zonedDay(nowMs, zone);
  const isRun = isRunning(row, nowMs);
  const planned = isRun ? plannedOfDay(facts, today, sums.micros - sums.todayMicros) : 0;
  const expected = plannedMicros(row, nowMs);
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
    forecast_spent: dollars(sums.micros + comes),
    spent_at: emptyAt !== null && emptyAt < row.ends_at ? new Date(Math.round(emptyAt)).toISOString() : null,
    days: byDay(row, told),
  };
}

function byDay(row: FlightRow, { starts, lastMs, read }: Days): FlightPacing['days'] {
  const sums = new Map(read.map((day) => [day.startMs, day]));
  const facts = factsOf(row, NO_SUMS);
  return starts.map(([startMs, day], at) => {
    const endMs = starts[at + 1]?.[0] ?? lastMs;
    const sum = sums.get(startMs);
    return {
      day,
      spent: dollars(sum?.micros ?? 0),
      expected: dollars(expectedMicros(facts, endMs) - expectedMicros(facts, startMs)),
      views: sum?.views ?? 0,
      clicks: sum?.clicks ?? 0,
      burns: sum?.burns ?? 0,
    };
  });
}
