import type { OutletClusters } from '#contract/outlet-clusters.ts';
import { mapSquareAt } from '#domain/map-square.ts';
import { latOf, lngOf, worldX, worldY } from '#domain/mercator.ts';
import { NEAREST } from './map-camera.ts';
import type { Box } from './map-points.ts';
import type { Cluster } from './map-view.ts';

/** An area of the map as query parameters. Small movements keep the same area. */
export type MapPart = Readonly<Record<'zoom' | 'west' | 'south' | 'east' | 'north', string>>;

/** Number of tiles across the world at zoom 0. Tiles are large, so that small movements stay within the loaded area. */
const PIECES = 2;

/** Returns the area of whole tiles that covers the visible box. */
export function partAround(box: Box, zoom: number): MapPart {
  const near = Math.max(0, Math.min(NEAREST, Math.floor(zoom)));
  const pieces = PIECES * 2 ** near;
  const before = (part: number) => Math.max(0, Math.floor(part * pieces) / pieces);
  const after = (part: number) => Math.min(1, Math.ceil(part * pieces) / pieces);
  const text = (degrees: number) => degrees.toFixed(6);
  return {
    zoom: String(near),
    west: text(lngOf(before(worldX(box.west)))),
    east: text(lngOf(after(worldX(box.east)))),
    north: text(latOf(before(worldY(box.north)))),
    south: text(latOf(after(worldY(box.south)))),
  };
}

/** Converts the server's columns to clusters. */
export function clustersOf({ clusters, cells }: Pick<OutletClusters, 'clusters' | 'cells'>): Cluster[] {
  return clusters.lat.map((lat, at) => {
    const count = (status: 'online' | 'late' | 'offline' | 'never') => clusters[status][at] ?? 0;
    const mix = { online: count('online'), late: count('late'), offline: count('offline'), never: count('never') };
    const lng = clusters.lng[at] ?? 0;
    const opensAt = () => clusters.opens_at[at] ?? NEAREST;
    const total = mix.online + mix.late + mix.offline + mix.never;
    return {
      key: `${lat} ${lng} ${JSON.stringify(mix)}`,
      lat,
      lng,
      total,
      mix,
      opensAt,
      area: mapSquareAt({ lat, lng }, cells),
    };
  });
}
