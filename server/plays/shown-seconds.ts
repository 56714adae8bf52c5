import type { Catalog } from '../network/snapshot/catalog.ts';
import { creativeMark } from './creative-mark.ts';

/**
 * Returns for how many seconds a view of the flight is shown, which depends on its play's creative. If the creative is
 * unknown, returns the shortest time, because the result only determines when the previous view may have ended. Returns
 * 0 if the flight has no picture.
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
