import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import type { Box } from './map-points.ts';

/** A circle on the ground. */
export type MapCircle = { readonly lat: number; readonly lng: number; readonly km: number };

const SOURCE = 'circle';
const EDGES = 96;
const EARTH_KM = 6_371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** The points at that distance, as they lie on the ball of the earth: wider towards the poles on the map. */
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

/** The box around it, so that a map can show it whole. */
export function boxOfCircle(circle: MapCircle): Box {
  const edge = circleEdge(circle);
  const [lngs, lats] = [edge.map(([lng]) => lng), edge.map(([, lat]) => lat)];
  return {
    ...{ west: Math.min(...lngs), east: Math.max(...lngs) },
    ...{ south: Math.min(...lats), north: Math.max(...lats) },
  };
}

const featureOf = (circle: MapCircle | null): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features:
    circle === null
      ? []
      : [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [circleEdge(circle)] } }],
});

/** Below the outlets, so that none is hidden by it. */
export function addCircle(map: MapLibreMap, circle: MapCircle | null, colour: string): void {
  map.addSource(SOURCE, { type: 'geojson', data: featureOf(circle) });
  map.addLayer({ id: 'circle', type: 'fill', source: SOURCE, paint: { 'fill-color': colour, 'fill-opacity': 0.12 } });
  map.addLayer({ id: 'circle-edge', type: 'line', source: SOURCE, paint: { 'line-color': colour, 'line-width': 1.5 } });
}

export const showCircle = (map: MapLibreMap, circle: MapCircle | null): void =>
  void map.getSource<GeoJSONSource>(SOURCE)?.setData(featureOf(circle));
