import { type GeoJSONSource, type Map as MapView, Marker } from 'maplibre-gl';
import { clusterAct, clusterButton, keepFocus } from './cluster-button.ts';
import { STATUSES } from './map-filter.ts';
import type { MapColours } from './map-style.ts';
import type { Cluster, MapViewOptions } from './map-view.ts';

/** Counts by status, which the map's worker adds up for each cluster. */
export const CLUSTER_PROPERTIES = Object.fromEntries(
  STATUSES.map((status) => [status, ['+', ['case', ['==', ['get', 'status'], status], 1, 0]]]),
);

/** Draws a source's clusters as buttons and updates them when the view changes. */
export function createClusterMarkers(
  map: MapView,
  sourceId: string,
  colours: () => MapColours,
  { className, isStatusTold, onCluster }: Pick<MapViewOptions, 'isStatusTold' | 'onCluster'> & { className: string },
) {
  const told = { isStatusTold, act: clusterAct(onCluster !== null) };
  let shown = new Map<string, Marker>();

  function openAt(zoom: number, centre: [number, number]): void {
    map.easeTo({ center: centre, zoom: Math.max(zoom, map.getZoom() + 1) });
    map.getCanvas().focus({ preventScroll: true });
  }

  async function open(id: number, centre: [number, number]): Promise<void> {
    openAt((await map.getSource<GeoJSONSource>(sourceId)?.getClusterExpansionZoom(id)) ?? 0, centre);
  }

  function put(next: Map<string, Marker>, key: string, centre: [number, number], element: () => HTMLElement): void {
    if (next.has(key)) return;
    const marker = () => new Marker({ element: element(), className }).setLngLat(centre).addTo(map);
    // The map sets a generic label on each marker's element; the button inside already has a better label.
    next.set(key, shown.get(key) ?? marker());
  }

  function showOnly(next: Map<string, Marker>): void {
    const buttons = () => [...shown.values()].map((marker) => marker.getElement());
    keepFocus(buttons, map.getCanvas(), () => {
      for (const [key, marker] of shown) if (!next.has(key)) marker.remove();
      shown = next;
    });
  }

  function draw(): void {
    const next = new Map<string, Marker>();
    for (const { geometry, properties } of map.querySourceFeatures(sourceId, { filter: ['has', 'point_count'] })) {
      if (geometry.type !== 'Point') continue;
      const [lng = 0, lat = 0] = geometry.coordinates;
      const [id, total] = [Number(properties.cluster_id), Number(properties.point_count)];
      const count = (status: string) => Number(properties[status] ?? 0);
      const mix = { online: count('online'), late: count('late'), offline: count('offline'), never: count('never') };
      put(next, `${id} ${JSON.stringify(mix)}`, [lng, lat], () =>
        clusterButton(mix, total, colours(), { ...told, onOpen: () => void open(id, [lng, lat]) }),
      );
    }
    showOnly(next);
  }

  /** Shows clusters that the server computed. */
  function show(clusters: readonly Cluster[]): void {
    const next = new Map<string, Marker>();
    for (const { key, lng, lat, total, mix, opensAt, area } of clusters)
      put(next, key, [lng, lat], () =>
        clusterButton(mix, total, colours(), {
          ...told,
          onOpen() {
            if (area) onCluster?.(area);
            openAt(opensAt(), [lng, lat]);
          },
        }),
      );
    showOnly(next);
  }

  function clear(): void {
    for (const marker of shown.values()) marker.remove();
    shown = new Map();
  }

  return { draw, show, clear };
}
