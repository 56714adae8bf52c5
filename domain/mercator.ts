/** Maximum latitude on the map, in degrees. The Mercator projection grows without limit toward the poles. */
const MOST_LAT = 85.051129;

/** Returns the Web Mercator x coordinate, 0 to 1 from the west. `worldY` returns y, 0 to 1 from the north. */
export const worldX = (lng: number): number => (lng + 180) / 360;
export function worldY(lat: number): number {
  const sine = Math.sin((Math.max(-MOST_LAT, Math.min(MOST_LAT, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}
export const lngOf = (x: number): number => x * 360 - 180;
export const latOf = (y: number): number => (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
