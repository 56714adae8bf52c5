import { type GeoJSONSource, type Map as MapView, Marker } from 'maplibre-gl';
import { clusterButton } from './cluster-button.ts';
import { STATUSES } from './map-points.ts';
import type { MapColours } from './map-style.ts';

/** Counts by status that the map's worker adds up for each cluster. */
export const CLUSTER_PROPERTIES = Object.fromEntries(
  STATUSES.map((status) => [status, ['+', ['case', ['==', ['get', 'status'], status], 1, 0]]]),
);

/** Draws the clusters of a source as buttons, and keeps them in step with the view. */
export function createClusterMarkers(
  map: MapView,
  sourceId: string,
  colours: () => MapColours,
  { className, isStatusTold }: { className: string; isStatusTold: boolean },
) {
  let shown = new Map<string, Marker>();

  async function open(id: number, centre: [number, number]): Promise<void> {
    const zoom = await map.getSource<GeoJSONSource>(sourceId)?.getClusterExpansionZoom(id);
    map.easeTo({ center: centre, zoom: Math.max(zoom ?? 0, map.getZoom() + 1) });
    map.getCanvas().focus({ preventScroll: true });
  }

  function draw(): void {
    const next = new Map<string, Marker>();
    for (const { geometry, properties } of map.querySourceFeatures(sourceId, { filter: ['has', 'point_count'] })) {
      if (geometry.type !== 'Point') continue;
      const [lng = 0, lat = 0] = geometry.coordinates;
      const [id, total] = [Number(properties.cluster_id), Number(properties.point_count)];
      const count = (status: string) => Number(properties[status] ?? 0);
      const mix = { online: count('online'), late: count('late'), offline: count('offline'), never: count('never') };
      const key = `${id} ${JSON.stringify(mix)}`;
      if (next.has(key)) continue;
      const element = () =>
        clusterButton(mix, total, colours(), { isStatusTold, onOpen: () => void open(id, [lng, lat]) });
      const known = shown.get(key);
      if (known) next.set(key, known);
      else {
        const marker = new Marker({ element: element(), className }).setLngLat([lng, lat]).addTo(map);
        // The map names its markers for itself; the button has said more.
        next.set(key, marker);
      }
    }
    for (const [key, marker] of shown) if (!next.has(key)) marker.remove();
    shown = next;
  }

  function clear(): void {
    for (const marker of shown.values()) marker.remove();
    shown = new Map();
  }

  return { draw, clear };
}
