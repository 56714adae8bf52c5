/**
 * The second of the events store's clock before which an event had to arrive to be known on an instant (epoch ms): arrivals have no
 * fractions. Null is now, where all is known.
 */
export const knownSecond = (knownOnMs: number | null): number | null =>
  knownOnMs === null ? null : Math.floor(knownOnMs / 1_000);
