/**
 * An area of the map between two meridians and two parallels. `west` is greater than `east` if the area crosses the
 * date line.
 */
export type MapArea = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

const WRITTEN = /^-?\d{1,3}(\.\d{1,6})?(,-?\d{1,3}(\.\d{1,6})?){3}$/;
/** Number of decimals of a degree: about eleven meters, which is finer than any area that users draw. */
const DECIMALS = 4;

const isBetween = (value: number, most: number) => Math.abs(value) <= most;

/** Parses `-74.3,40.5,-73.7,40.9`: west, south, east, north in degrees. Null if invalid. */
export function readMapArea(text: string): MapArea | null {
  if (!WRITTEN.test(text)) return null;
  const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
  const isOnEarth = isBetween(west, 180) && isBetween(east, 180) && isBetween(south, 90) && isBetween(north, 90);
  return isOnEarth && south <= north ? { west, south, east, north } : null;
}

/** Formats an area, with longitudes normalized to one turn around the world. A wider area becomes the whole world. */
export function writeMapArea({ west, south, east, north }: MapArea): string {
  const isWhole = east - west >= 360;
  const sides = isWhole ? [-180, south, 180, north] : [turned(west), south, turned(east), north];
  return sides.map((side) => Number(side.toFixed(DECIMALS)) + 0).join(',');
}

const turned = (lng: number): number => (isBetween(lng, 180) ? lng : ((((lng + 180) % 360) + 360) % 360) - 180);

/** Whether a position is in an area, edges included. */
export function isInArea({ west, south, east, north }: MapArea, { lat, lng }: { lat: number; lng: number }): boolean {
  if (lat < south || lat > north) return false;
  return west <= east ? lng >= west && lng <= east : lng >= west || lng <= east;
}

const side = (degrees: number, positive: string, negative: string): string =>
  `${Math.abs(degrees)}° ${degrees < 0 ? negative : positive}`;

/** Returns an area's display name: `40.5° N to 40.9° N, 74.3° W to 73.7° W`. Returns an invalid text unchanged. */
export function mapAreaWords(text: string): string {
  const area = readMapArea(text);
  if (area === null) return text;
  const { west, south, east, north } = area;
  return `${side(south, 'N', 'S')} to ${side(north, 'N', 'S')}, ${side(west, 'E', 'W')} to ${side(east, 'E', 'W')}`;
}
