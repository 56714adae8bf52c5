import type { InvalidReason } from '#contract/ingest.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';

/** How long after its end in UTC a day ends in the westernmost time zone. */
const LATEST_END_MS = 12 * HOUR_MS;

/**
 * Returns why an objection to a day's invalid traffic cannot be filed; null if it can. `days`: how long after the day
 * objections are accepted. Budget overruns are never owed, so they cannot be objected to. An administrator decides
 * everything else.
 */
export function objectionProblem(
  { day, reason }: { readonly day: string; readonly reason: InvalidReason },
  nowMs: number,
  days: number,
): string | null {
  const startMs = Date.parse(day);
  if (startMs > nowMs + DAY_MS) return 'Choose a day that has already passed.';
  if (nowMs >= startMs + DAY_MS + LATEST_END_MS + days * DAY_MS)
    return `You can dispute traffic for ${days} days after it was recorded.`;
  if (reason === 'over_budget') return 'Events over budget earn nothing, so there’s nothing to dispute.';
  return null;
}

type Line = {
  readonly owner_key: number;
  readonly flight_key: number;
  readonly events: number;
  readonly amount_micros: number;
  readonly owner_micros: number;
};

/**
 * Returns the withheld amounts that are not credited yet. No event is credited twice, even after several objections.
 */
export function leftToCredit<Of extends Line>(withheld: readonly Of[], credited: readonly Line[]): Of[] {
  return withheld.flatMap((line) => {
    const before = credited.filter((one) => one.owner_key === line.owner_key && one.flight_key === line.flight_key);
    const sum = (field: 'events' | 'amount_micros' | 'owner_micros') =>
      before.reduce((left, one) => left - one[field], line[field]);
    const left = { events: sum('events'), amount_micros: sum('amount_micros'), owner_micros: sum('owner_micros') };
    return left.events > 0 ? [{ ...line, ...left }] : [];
  });
}
