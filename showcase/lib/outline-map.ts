import { type GeoPath, type GeoProjection, type GeoStream, geoAlbersUsa, geoPath } from 'd3-geo';
import { geoMiller } from 'd3-geo-projection';
import { feature } from 'topojson-client';
import statesAddress from 'us-atlas/states-10m.json?url';
import worldAddress from 'world-atlas/countries-50m.json?url';
import { loadDataFile } from '../../web/lib/load-data-file.ts';
import { readCountries } from './countries.ts';

type Topology = Parameters<typeof feature>[0];
type Shapes = GeoJSON.FeatureCollection<GeoJSON.Geometry, { name?: string }>;

/** An area of a map as an SVG path. */
export type Outline = { readonly id: string; readonly name: string; readonly path: string };
/** A projected map: its size in map units, its areas, and a function that projects a place. */
export type OutlineMap = {
  readonly width: number;
  readonly height: number;
  readonly outlines: readonly Outline[];
  readonly project: (lng: number, lat: number) => readonly [x: number, y: number] | null;
};

const WIDTH = 1000;
const ANTARCTICA = '010';

/**
 * Omits points closer than `distance` map units to the previous point, which make no visible difference. A 50 m
 * coastline has 80,000 points.
 */
function thinned(projection: GeoProjection, distance: number): { stream(sink: GeoStream): GeoStream } {
  return {
    stream: (sink) => {
      let last: readonly [number, number] | null = null;
      return projection.stream({
        point: (x, y) => {
          if (last && Math.hypot(x - last[0], y - last[1]) < distance) return;
          last = [x, y];
          sink.point(x, y);
        },
        lineStart: () => {
          last = null;
          sink.lineStart();
        },
        lineEnd: () => sink.lineEnd(),
        polygonStart: () => sink.polygonStart(),
        polygonEnd: () => sink.polygonEnd(),
      });
    },
  };
}

function shapesOf(topology: Topology, name: string): Shapes {
  const object = topology.objects[name];
  return object ? (feature(topology, object) as unknown as Shapes) : { type: 'FeatureCollection', features: [] };
}

function outlineMap(
  shapes: Shapes,
  projection: GeoProjection,
  nearestZoom: number,
  describe: (id: string, name: string) => { id: string; name: string },
): OutlineMap {
  projection.fitWidth(WIDTH, shapes);
  const [, [, height]] = geoPath(projection).bounds(shapes);
  const draw: GeoPath = geoPath(thinned(projection, 0.5 / nearestZoom)).digits(2);
  const outlines = shapes.features.flatMap((shape) => {
    const path = draw(shape);
    return path === null ? [] : [{ ...describe(String(shape.id ?? ''), shape.properties.name ?? ''), path }];
  });
  return { width: WIDTH, height, outlines, project: (lng, lat) => projection([lng, lat]) };
}

/**
 * Loads the world in Miller's projection, without Antarctica. Areas have two-letter codes. `zoom` is the highest zoom
 * at which the map will be drawn.
 */
export async function loadWorldMap(zoom: number): Promise<OutlineMap> {
  const world = await loadDataFile<Topology>(worldAddress);
  const all = shapesOf(world, 'countries');
  const shapes = { ...all, features: all.features.filter(({ id }) => id !== ANTARCTICA) };
  const countries = new Map(readCountries().map((country) => [country.number, country]));
  return outlineMap(shapes, geoMiller().precision(0), zoom, (number, name) => {
    const country = countries.get(number);
    return country ? { id: country.id, name: country.name } : { id: '', name };
  });
}

/** Loads the states of the United States in Albers' projection, with Alaska and Hawaii below the other states. */
export async function loadStatesMap(zoom: number): Promise<OutlineMap> {
  const states = await loadDataFile<Topology>(statesAddress);
  const all = shapesOf(states, 'states');
  const projection = geoAlbersUsa();
  // This projection can't show remote islands.
  const features = all.features.filter((shape) => geoPath(projection)(shape) !== null);
  return outlineMap({ ...all, features }, projection, zoom, (id, name) => ({ id, name }));
}
