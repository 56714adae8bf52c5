/**
 * Converts the time at which figures were known (epoch ms) to a cutoff in seconds, because the events store records
 * arrivals in whole seconds. Null means the current figures, without a cutoff.
 */
export const knownSecond = (knownOnMs: number | null): number | null =>
  knownOnMs === null ? null : Math.floor(knownOnMs / 1_000);
