import { comesTo, expectedMicros } from '#domain/flight-pace.ts';
import { flightState } from '#domain/flight-state.ts';
import type { Scope } from '#domain/role.ts';
import { dayStarts } from '#domain/zoned-day.ts';
import { type FlightRow, findCampaign, findFlight, findFlightsOf } from './flights-queries.ts';
import { readForecast } from './pace-flight.ts';
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

/**
 * Explains why campaigns are on plan or not, for explanations of figures. Each part is in micro-dollars. `days` is the
 * number of days of a part, 0 if it cannot be opened. Undefined outside the scope.
 */
export function createPlans(needs: CampaignNeeds) {
  const { accounts, now } = needs;

  const daysOf = (row: FlightRow): Map<number, string> => {
    const untilMs = plannedUntil(row, now());
    const fromMs = plannedFrom(row);
    return untilMs === null || fromMs >= untilMs ? new Map() : dayStarts(fromMs, untilMs, zoneOf(needs, row));
  };

  const byDay = (row: FlightRow) => {
    const facts = factsOf(row, NO_SUMS);
    const days = [...daysOf(row)];
    return days.map(([startMs, day], at) => {
      const [fromMs, toMs] = [
        Math.max(startMs, plannedFrom(row)),
        days[at + 1]?.[0] ?? plannedUntil(row, now()) ?? startMs,
      ];
      const micros = expectedMicros(facts, toMs) - expectedMicros(facts, fromMs);
      return { id: day, label: day, days: 1, micros, forMs: toMs - fromMs };
    });
  };

  /** A day's part of the budget by time. Days are rounded so that they add up to the plan until their end. */
  const termsOfDay = (row: FlightRow, date: string) => {
    const day = byDay(row).find(({ id }) => id === date);
    if (day === undefined) return [];
    const rate = { micros: row.budget_micros, inMs: row.ends_at - plannedFrom(row), forMs: day.forMs };
    const share = comesTo(rate);
    return [
      { id: '0-share', label: 'Its part of the budget, by time', days: 0, micros: share, rate },
      { id: '1-rounding', label: 'Rounded with the days before it', days: 0, micros: day.micros - share },
    ];
  };

  /** The same flights as the campaign's own sum: live, or stopped by their daily cap. */
  const byFlight = async (scope: Scope, id: string) => {
    const rows = await findFlightsOf(accounts, scope, id);
    const sums = await readSums(needs, scope, rows);
    const isLive = (row: FlightRow) =>
      ['live', 'capped'].includes(flightState(factsOf(row, sums.get(row.key) ?? NO_SUMS), now()));
    return rows.filter(isLive).map((row) => ({
      id: row.id,
      label: row.code,
      days: daysOf(row).size,
      micros: plannedMicros(row, now()),
    }));
  };

  return {
    /** A flight's planned spend until now, day by day. For a campaign, its running flights. */
    planned: async (scope: Scope, id: string, day: string | null) => {
      const flight = await findFlight(accounts, scope, id);
      if (flight !== undefined && day !== null) return { by: 'term' as const, parts: termsOfDay(flight, day) };
      if (flight !== undefined) return { by: 'day' as const, parts: byDay(flight) };
      if (day !== null || (await findCampaign(accounts, scope, id)) === undefined) return undefined;
      return { by: 'flight' as const, parts: await byFlight(scope, id) };
    },
    /** A flight's projected spend at its end: what it has spent, and what its pace adds. */
    foreseen: async (scope: Scope, id: string) => {
      const row = await findFlight(accounts, scope, id);
      if (row === undefined) return undefined;
      const { comes, rate, sums } = await readForecast(needs, scope, row, now());
      const { micros: spent } = sums;
      const isAll = comes > 0 && spent + comes >= row.budget_micros;
      const label = isAll
        ? 'What is left of the budget, which its pace would use up'
        : 'To come at the pace of its last days';
      const filters = JSON.stringify({ flight: [row.code] });
      return {
        by: 'term' as const,
        parts: [
          {
            id: 'revenue',
            label: 'Spent so far',
            days: 0,
            micros: spent,
            opens: { figure: 'revenue' as const, filters },
          },
          { id: 'to-come', label, days: 0, micros: comes, ...(rate === null ? {} : { rate }) },
        ],
      };
    },
  };
}
