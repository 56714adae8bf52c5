import { expectedMicros } from '#domain/flight-pace.ts';
import { flightState } from '#domain/flight-state.ts';
import type { Scope } from '#domain/role.ts';
import { dayStarts } from '#domain/zoned-day.ts';
import { type FlightRow, findCampaign, findFlight, findFlightsOf } from './flights-queries.ts';
import { paceFlight } from './pace-flight.ts';
import { type CampaignNeeds, factsOf, NO_SUMS, plannedMicros, plannedUntil, readSums, zoneOf } from './read-flights.ts';

/**
 * Why campaigns are told to be on plan or not, for whoever explains figures: by its parts in micro-dollars, `days` of how many each
 * is, 0 where it opens no further; undefined of what is none of the scope's.
 */
export function createPlans(needs: CampaignNeeds) {
  const { accounts, now } = needs;

  const daysOf = (row: FlightRow): Map<number, string> => {
    const untilMs = plannedUntil(row, now());
    return untilMs === null || row.starts_at >= untilMs
      ? new Map()
      : dayStarts(row.starts_at, untilMs, zoneOf(needs, row));
  };

  const byDay = (row: FlightRow) => {
    const facts = factsOf(row, NO_SUMS);
    const days = [...daysOf(row)];
    return days.map(([startMs, day], at) => {
      const endMs = days[at + 1]?.[0] ?? plannedUntil(row, now()) ?? startMs;
      const micros = expectedMicros(facts, endMs) - expectedMicros(facts, startMs);
      return { id: day, label: day, days: 0, micros };
    });
  };

  /** As the campaign's own sum has it: flights that are live, or stopped by their daily cap. */
  const byFlight = async (scope: Scope, id: string) => {
    const rows = await findFlightsOf(accounts, scope, id);
    const sums = await readSums(needs, scope, rows);
    const isLive = (row: FlightRow) =>
      ['live', 'capped'].includes(flightState(factsOf(row, sums.get(row.key) ?? NO_SUMS), now()));
    return rows.filter(isLive).map((row) => ({
      ...{ id: row.id, label: row.code, days: daysOf(row).size },
      micros: plannedMicros(row, now()),
    }));
  };

  return {
    /** What a flight was to have spent by now, day by day; a campaign's flights that run. */
    planned: async (scope: Scope, id: string) => {
      const flight = await findFlight(accounts, scope, id);
      if (flight !== undefined) return { by: 'day' as const, parts: byDay(flight) };
      if ((await findCampaign(accounts, scope, id)) === undefined) return undefined;
      return { by: 'flight' as const, parts: await byFlight(scope, id) };
    },
    /** Where a flight will be at its end: what it spent, and what comes at its pace. */
    foreseen: async (scope: Scope, id: string) => {
      const row = await findFlight(accounts, scope, id);
      if (row === undefined) return undefined;
      const { budget, forecast_spent: foreseen, spent } = await paceFlight(needs, scope, row);
      const micros = (dollars: number): number => Math.round(dollars * 1_000_000);
      const label = foreseen >= budget ? 'What is left of the budget' : 'To come at the pace of its last seven days';
      return {
        by: 'term' as const,
        parts: [
          { id: 'revenue', label: 'Spent so far', days: 0, micros: micros(spent) },
          { id: 'to-come', label, days: 0, micros: micros(foreseen) - micros(spent) },
        ],
      };
    },
  };
}
