import type { Device } from '#contract/list.ts';
import { fallbackPosition } from '#domain/fallback-position.ts';
import type { Holding } from '../../network/snapshot/network-parts.ts';
import type { LastSeen } from '../read/contacts.ts';

type ShownPlace = Pick<Device, 'lat' | 'lng' | 'located' | 'position'>;

/**
 * Where the map shows the outlet: its own place, else that of its venue, else one that is derived from the EUI, stable and
 * marked. A former holder gets the place of its own venue, not the place to which the outlet went.
 */
export function placeOf({ outlet, venue, endedAt }: Holding): ShownPlace {
  const own = endedAt === null ? outlet : null;
  if (own !== null && own.lat !== null && own.lng !== null)
    return { lat: own.lat, lng: own.lng, located: true, position: 'outlet' };
  const { lat, lng } = venue;
  if (lat !== null && lng !== null) return { lat, lng, located: true, position: 'venue' };
  return { ...fallbackPosition(outlet.eui), located: false, position: 'unknown' };
}

/** The newest contact as the holder may know it: what the outlet does for somebody else is not its business. */
export function lastSeenOf(holding: Holding, lastSeen: LastSeen): number | null {
  const seen = lastSeen.get(holding.outlet.key) ?? null;
  return seen === null || holding.endedAt === null ? seen : Math.min(seen, holding.endedAt);
}
