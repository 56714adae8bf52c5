import { Supercluster } from '@maplibre/geojson-vt';
import type { Mix } from './cluster-button.ts';
import { boxOnScreen, type Camera, type Size } from './map-camera.ts';
import { STATUSES } from './map-filter.ts';
import { isWithin, type MapPoint, MOST_MARKERS } from './map-points.ts';
import { CLUSTERS, type Cluster, type GivenClusters } from './map-view.ts';

/** Distance in pixels outside the edge within which a marker is still partly visible. */
const AROUND_PX = 30;

export type Marks = { readonly clusters: readonly Cluster[]; readonly singles: readonly MapPoint[] };

type Counted = Record<string, unknown>;
const NONE: Mix = { online: 0, late: 0, offline: 0, never: 0 };

/** Clusters points as the engine does, so that the clusters do not change when the engine takes over. */
function clustered(points: readonly MapPoint[]): Supercluster {
  const index = new Supercluster({
    radius: CLUSTERS.radius,
    extent: 512,
    maxZoom: CLUSTERS.upToZoom,
    map: (told) => ({ ...NONE, [String(told?.status)]: 1 }),
    reduce: (sum: Counted, more: Counted) => {
      for (const status of STATUSES) sum[status] = Number(sum[status]) + Number(more[status]);
    },
  });
  index.load(
    points.map(({ lng, lat, status }, at) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: { status, at },
    })),
  );
  return index;
}

/**
 * Returns a function that computes the marks for a camera: one marker per outlet while few are on screen, else
 * clusters. Clusters from the server (`given`) are used unchanged.
 */
export function marksOf(
  points: readonly MapPoint[],
  given: GivenClusters | null = null,
): (camera: Camera, size: Size) => Marks {
  if (given !== null) {
    return (camera, size) => {
      const box = boxOnScreen(camera, size, AROUND_PX);
      const inBox = (place: { lat: number; lng: number }) => isWithin(box, place);
      return { clusters: given.clusters.filter(inBox), singles: points.filter(inBox) };
    };
  }
  let index: Supercluster | undefined;
  return (camera, size) => {
    const screen = boxOnScreen(camera, size);
    const box = boxOnScreen(camera, size, AROUND_PX);
    const onScreen = points.reduce((count, point) => count + (isWithin(screen, point) ? 1 : 0), 0);
    if (onScreen <= MOST_MARKERS) return { clusters: [], singles: points.filter((point) => isWithin(box, point)) };
    index ??= clustered(points);
    return marksIn(
      index,
      points,
      index.getClusters([box.west, box.south, box.east, box.north], Math.floor(camera.zoom)),
    );
  };
}

function marksIn(
  index: Supercluster,
  points: readonly MapPoint[],
  found: ReturnType<Supercluster['getClusters']>,
): Marks {
  const clusters: Cluster[] = [];
  const singles: MapPoint[] = [];
  for (const { geometry, properties } of found) {
    const [lng = 0, lat = 0] = geometry.coordinates;
    const told = properties as Counted;
    if (typeof told.cluster_id !== 'number') {
      const point = points[Number(told.at)];
      if (point) singles.push(point);
      continue;
    }
    const id = told.cluster_id;
    const count = (status: string) => Number(told[status] ?? 0);
    const mix = { online: count('online'), late: count('late'), offline: count('offline'), never: count('never') };
    const opensAt = () => index.getClusterExpansionZoom(id);
    clusters.push({
      key: `${id} ${JSON.stringify(mix)}`,
      lng,
      lat,
      total: Number(told.point_count),
      mix,
      opensAt,
      area: null,
    });
  }
  return { clusters, singles };
}
