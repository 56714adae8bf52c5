import type { Catalog } from '../network/snapshot/catalog.ts';
import { creativeMark } from './creative-mark.ts';

/**
 * How long a view of the flight is shown: its play's creative, and where nobody knows which one it was the shortest, for a
 * view is only judged by when the one before it can have ended. 0 without a picture.
 */
export function shownSeconds(catalog: Catalog, flightKey: number, creative: string | null): number {
  const creatives = catalog.flightsByKey.get(flightKey)?.creatives ?? [];
  let shortest = Number.POSITIVE_INFINITY;
  for (const { id, seconds } of creatives) {
    if (creative !== null && creativeMark(id) === creative) return seconds;
    shortest = Math.min(shortest, seconds);
  }
  return creatives.length === 0 ? 0 : shortest;
}
