import { feature, mesh } from 'topojson-client';
import statesAddress from 'us-atlas/states-10m.json?url';
import worldAddress from 'world-atlas/countries-110m.json?url';
import { loadDataFile } from '../lib/load-data-file.ts';
import neighboursAddress from './north-america.gen.json?url';

type Topology = Parameters<typeof feature>[0];
type Ring = readonly (readonly number[])[];
type Land = { type: 'FeatureCollection'; features: Shape[] };
type Shape = { type: 'Feature'; id?: unknown; properties: Record<string, unknown>; geometry: Geometry };
type Geometry =
  | { type: 'Polygon'; coordinates: number[][][] }
  | { type: 'MultiPolygon'; coordinates: number[][][][] }
  | { type: 'MultiLineString'; coordinates: number[][][] }
  | { type: 'Point'; coordinates: number[] };

/** The layers below the outlets; all are shipped with the product. */
export type BaseMap = { readonly land: Land; readonly borders: Land; readonly names: Land };

const UNITED_STATES = '840';

const collection = (features: Shape[]): Land => ({ type: 'FeatureCollection', features });

function shapesOf(topology: Topology, name: string): Shape[] {
  const object = topology.objects[name];
  if (!object) return [];
  const shapes = feature(topology, object) as unknown as Shape | Land;
  return shapes.type === 'FeatureCollection' ? shapes.features : [shapes];
}

/** Returns the lines between two different areas. The coast needs no line, because the land ends there. */
function innerLines(topology: Topology, name: string): Shape {
  const object = topology.objects[name] as Parameters<typeof mesh>[1];
  const geometry = mesh(topology, object, (one, other) => one !== other) as unknown as Geometry;
  return { type: 'Feature', properties: {}, geometry };
}

/** Returns twice a ring's area, and its centroid. */
function centreOf(ring: Ring): { area: number; lng: number; lat: number } {
  let [area, lng, lat] = [0, 0, 0];
  ring.forEach(([x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    const cross = x * nextY - nextX * y;
    area += cross;
    lng += (x + nextX) * cross;
    lat += (y + nextY) * cross;
  });
  return { area: Math.abs(area), lng: lng / (3 * area), lat: lat / (3 * area) };
}

/** Positions a state's name at the center of its largest part. */
function nameOf({ properties, geometry }: Shape): Shape[] {
  const rings =
    geometry.type === 'Polygon'
      ? geometry.coordinates.slice(0, 1)
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates.flatMap((polygon) => polygon.slice(0, 1))
        : [];
  const [largest] = rings.map(centreOf).sort((one, other) => other.area - one.area);
  if (!largest) return [];
  const { area, lng, lat } = largest;
  return [
    {
      type: 'Feature',
      properties: { name: String(properties.name ?? ''), order: -area },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    },
  ];
}

/** Resolves in the next task, so that the browser can handle input before the next chunk of work. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

/**
 * Loads the world in coarse detail, the United States' neighbors in finer detail, and its states in the finest.
 * Contacts no outside host.
 */
export async function loadBaseMap(): Promise<BaseMap> {
  const [world, states, neighbours] = await Promise.all([
    loadDataFile<Topology>(worldAddress),
    loadDataFile<Topology>(statesAddress),
    loadDataFile<Topology>(neighboursAddress),
  ]);
  const near = shapesOf(neighbours, 'countries');
  const drawnFiner = new Set([UNITED_STATES, ...near.map(({ id }) => String(id))]);
  const far = shapesOf(world, 'countries').filter(({ id }) => !drawnFiner.has(String(id)));
  const own = shapesOf(states, 'states');
  await nextTask();
  const borders = [innerLines(states, 'states'), innerLines(world, 'countries')];
  await nextTask();
  return {
    land: collection([...far, ...near, ...own]),
    borders: collection(borders),
    names: collection(own.flatMap(nameOf)),
  };
}
