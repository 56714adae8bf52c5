import type { Device } from '#contract/list.ts';
import { fallbackPosition } from '#domain/fallback-position.ts';
import { eachOf, inTurns, listOf, type Slices } from '../../memory/in-slices.ts';
import { keptWith } from '../../memory/kept-with.ts';
import { endsAfter, type Holding } from '../../network/snapshot/whole-network.ts';

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
export function lastSeenOf(holding: Holding, lastSeen: ReadonlyMap<number, number>): number | null {
  const seen = lastSeen.get(holding.outlet.key) ?? null;
  return seen === null || holding.endedAt === null ? seen : Math.min(seen, holding.endedAt);
}

/** Each outlet once: as the holding that lasts, else the one that ended last. */
export const standingOnce = keptWith((holdings: readonly Holding[]) => inTurns(onceEach(holdings)));

function* onceEach(holdings: readonly Holding[]): Slices<readonly Holding[]> {
  const once = new Map<number, Holding>();
  yield* eachOf(holdings, (holding) => {
    const { key } = holding.outlet;
    const known = once.get(key);
    if (known === undefined || endsAfter(holding.endedAt, known.endedAt)) once.set(key, holding);
  });
  return yield* listOf(once.values(), (holding) => holding);
}
