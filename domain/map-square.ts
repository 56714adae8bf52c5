import type { MapArea } from './map-area.ts';
import { latOf, lngOf, worldX, worldY } from './mercator.ts';

/**
 * Returns the grid cell that contains a position, for a world halved `times` in each direction. The outermost cells
 * extend to the poles.
 */
export function mapSquareAt(place: { lat: number; lng: number }, times: number): MapArea {
  const squares = 2 ** times;
  const at = (part: number) => Math.min(squares - 1, Math.floor(part * squares));
  const [column, row] = [at(worldX(place.lng)), at(worldY(place.lat))];
  return {
    west: lngOf(column / squares),
    east: lngOf((column + 1) / squares),
    south: row === squares - 1 ? -90 : latOf((row + 1) / squares),
    north: row === 0 ? 90 : latOf(row / squares),
  };
}
