import type { InvalidReason } from '#contract/ingest.ts';

/** The order of judging: an event has the first reason that fits. */
const PLACES: Readonly<Record<InvalidReason, number>> = {
  play_forged: 0,
  play_expired: 1,
  play_elsewhere: 2,
  play_mismatch: 3,
  unsigned: 4,
  repeated: 5,
  paused: 6,
  over_budget: 7,
  visitor_pace: 8,
  outlet_pace: 9,
  data_centre: 10,
  outlet_silent: 11,
};

/** Of reasons that fit the one that is judged first; null where none does. */
export function firstReason(reasons: readonly (InvalidReason | null)[]): InvalidReason | null {
  let first: InvalidReason | null = null;
  for (const reason of reasons) {
    if (reason !== null && (first === null || PLACES[reason] < PLACES[first])) first = reason;
  }
  return first;
}
