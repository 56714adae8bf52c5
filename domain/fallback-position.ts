/** A box inside the contiguous US, so that every derived position is on land. */
const BOX = { south: 33.5, north: 41.5, west: -117.5, east: -83.5 } as const;

/** Maps sixteen hex digits to a well-mixed fraction in [0, 1). Each `salt` yields an independent fraction. */
function fraction(eui: string, salt: number): number {
  let hash = 2166136261 ^ salt;
  for (const character of eui.toLowerCase()) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * Returns a stable pseudo-random position for an outlet without coordinates. It is shown as unknown and never stored
 * (docs/decisions.md#screens).
 */
export function fallbackPosition(eui: string): { lat: number; lng: number } {
  const lat = BOX.south + fraction(eui, 1) * (BOX.north - BOX.south);
  const lng = BOX.west + fraction(eui, 2) * (BOX.east - BOX.west);
  return { lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) };
}
