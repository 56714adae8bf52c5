import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import type { Box } from './map-points.ts';

/** A circle on the ground. */
export type MapCircle = { readonly lat: number; readonly lng: number; readonly km: number };

/**
 * A shape drawn below the outlets: a circle, or an area of the map. The west of an area across the date line is greater
 * than its east.
 */
export type MapOutline = MapCircle | Box;

const SOURCE = 'outline';
const EDGES = 96;
const EARTH_KM = 6_371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** Returns points on the circle's edge on the globe. On the map, the circle gets wider toward the poles. */
export function circleEdge({ lat, lng, km }: MapCircle): [lng: number, lat: number][] {
  const [north, arc] = [radians(lat), km / EARTH_KM];
  return Array.from({ length: EDGES + 1 }, (_, at) => {
    const course = (2 * Math.PI * (at % EDGES)) / EDGES;
    const y = Math.asin(Math.sin(north) * Math.cos(arc) + Math.cos(north) * Math.sin(arc) * Math.cos(course));
    const x = Math.atan2(
      Math.sin(course) * Math.sin(arc) * Math.cos(north),
      Math.cos(arc) - Math.sin(north) * Math.sin(y),
    );
    return [lng + degrees(x), degrees(y)];
  });
}

/** Returns points on the outline's edge. A box across the date line continues beyond 180 degrees. */
export function outlineEdge(outline: MapOutline): [lng: number, lat: number][] {
  if ('km' in outline) return circleEdge(outline);
  const { west, south, north } = outline;
  const east = outline.east < west ? outline.east + 360 : outline.east;
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** Returns the outline's bounding box, so that a map can show it whole. */
export function boxOfOutline(outline: MapOutline): Box {
  const edge = outlineEdge(outline);
  const [lngs, lats] = [edge.map(([lng]) => lng), edge.map(([, lat]) => lat)];
  return {
    west: Math.min(...lngs),
    east: Math.max(...lngs),
    south: Math.min(...lats),
    north: Math.max(...lats),
  };
}

const featureOf = (outline: MapOutline | null): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features:
    outline === null
      ? []
      : [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [outlineEdge(outline)] } }],
});

/** Adds the outline below the outlets, so that it hides none of them. */
export function addOutline(map: MapLibreMap, outline: MapOutline | null, colour: string): void {
  map.addSource(SOURCE, { type: 'geojson', data: featureOf(outline) });
  map.addLayer({ id: 'outline', type: 'fill', source: SOURCE, paint: { 'fill-color': colour, 'fill-opacity': 0.12 } });
  map.addLayer({
    id: 'outline-edge',
    type: 'line',
    source: SOURCE,
    paint: { 'line-color': colour, 'line-width': 1.5 },
  });
}

export const showOutline = (map: MapLibreMap, outline: MapOutline | null): void =>
  void map.getSource<GeoJSONSource>(SOURCE)?.setData(featureOf(outline));
