import type { Device } from '#contract/list.ts';
import { fallbackPosition } from '#domain/fallback-position.ts';
import type { Holding } from '../../network/snapshot/network-parts.ts';
import type { LastSeen } from '../read/contacts.ts';

type ShownPlace = Pick<Device, 'lat' | 'lng' | 'located' | 'position'>;

/**
 * Returns an outlet's map position: its own, otherwise its venue's, otherwise a stable position that is derived from
 * the EUI and marked as such. A former holder gets its own venue's position, not the outlet's new one.
 */
export function placeOf({ outlet, venue, endedAt }: Holding): ShownPlace {
  const own = endedAt === null ? outlet : null;
  if (own !== null && own.lat !== null && own.lng !== null)
    return { lat: own.lat, lng: own.lng, located: true, position: 'outlet' };
  const { lat, lng } = venue;
  if (lat !== null && lng !== null) return { lat, lng, located: true, position: 'venue' };
  return { ...fallbackPosition(outlet.eui), located: false, position: 'unknown' };
}

/** Returns the last contact that the holder may see. A former holder does not see contacts after its holding ended. */
export function lastSeenOf(holding: Holding, lastSeen: LastSeen): number | null {
  const seen = lastSeen.get(holding.outlet.key) ?? null;
  return seen === null || holding.endedAt === null ? seen : Math.min(seen, holding.endedAt);
}
