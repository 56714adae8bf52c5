/**
 * Returns the cutoff, in seconds of the events store's clock, for figures known on `knownOnMs` (epoch ms): arrivals
 * have no fractions. Null means now, without a cutoff.
 */
export const knownSecond = (knownOnMs: number | null): number | null =>
  knownOnMs === null ? null : Math.floor(knownOnMs / 1_000);
