import { INVALID_REASONS } from '#contract/ingest.ts';
import type { InvalidTrafficRow } from '#contract/traffic.ts';
import { type InvalidCategory, REASON_ENTRIES } from '#domain/invalid-traffic.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { type TrafficAsked, timeOf } from './traffic-api.ts';

/**
 * Returns the query that explains the screen's sums, or a row's sums. Null if the query would have to name a flight
 * that the user sees only as a number.
 */
export function explainedTraffic(
  { by, day, flight, range }: TrafficAsked,
  knowsFlights: boolean,
  row?: Pick<InvalidTrafficRow, 'key'>,
): Omit<ExplainAsked, 'figure'> | null {
  const flights = row && by === 'flight' ? [row.key] : flight === null ? [] : flight.split(',');
  if (flights.length > 0 && (!knowsFlights || flights.some((code) => code.startsWith('#')))) return null;
  const filters = {
    ...(flights.length === 0 ? {} : { flight: flights }),
    ...(row && by === 'outlet' ? { outlet: [row.key] } : {}),
  };
  const time = row && by === 'day' ? { from: row.key, to: row.key } : timeOf({ range, day });
  return { ...time, ...(Object.keys(filters).length === 0 ? {} : { filters: JSON.stringify(filters) }) };
}

/** Narrows the query to the invalid events in one MRC category. Null if there is no explanation. */
export function explainedCategory(
  asked: Omit<ExplainAsked, 'figure'> | null,
  category: InvalidCategory,
): Omit<ExplainAsked, 'figure'> | null {
  if (asked === null) return null;
  const before = JSON.parse(asked.filters ?? '{}') as Readonly<Record<string, readonly string[]>>;
  const reason = INVALID_REASONS.filter((one) => REASON_ENTRIES[one].category === category);
  return { ...asked, filters: JSON.stringify({ ...before, reason }) };
}
