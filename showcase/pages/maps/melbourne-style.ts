import type { StyleSpecification } from 'maplibre-gl';
import { BAY, LAKES, MOTORWAYS, NAMES, PARKS, RIVERS, ROADS, STREETS } from './melbourne-sample-data.ts';

/** Token values of the current color scheme. */
export type StreetColours = {
  readonly land: string;
  readonly water: string;
  readonly park: string;
  readonly road: string;
  readonly roadEdge: string;
  readonly motorway: string;
  readonly text: string;
  readonly muted: string;
};

type Line = readonly (readonly [number, number])[];
type Layer = StyleSpecification['layers'][number];

const geojson = (type: 'Polygon' | 'LineString', lines: readonly Line[]) => ({
  type: 'geojson' as const,
  data: {
    type: 'FeatureCollection' as const,
    features: lines.map((line) => {
      const coordinates = line.map(([lng, lat]) => [lng, lat]);
      return {
        type: 'Feature' as const,
        properties: {},
        geometry: type === 'Polygon' ? { type, coordinates: [coordinates] } : { type, coordinates },
      };
    }),
  },
});

const grown = (thin: number, thick: number) =>
  ['interpolate', ['exponential', 1.5], ['zoom'], 9, thin, 15, thick] as unknown as number;
const line = (id: string, source: string, color: string, thin: number, thick: number): Layer => ({
  id,
  type: 'line',
  source,
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: { 'line-color': color, 'line-width': grown(thin, thick) },
});

/** The browser draws the names' font, so no glyph server is needed. */
const FONT = ['Inter Variable', 'system-ui', 'sans-serif'];
const SIZES = { city: 17, water: 12, suburb: 11, outer: 11 } as const;

function names(kind: keyof typeof SIZES, minzoom: number, color: string, halo: string): Layer {
  return {
    id: `names-${kind}`,
    type: 'symbol',
    source: 'names',
    minzoom,
    filter: ['==', ['get', 'kind'], kind],
    layout: { 'text-field': ['get', 'name'], 'text-font': FONT, 'text-size': SIZES[kind], 'text-padding': 4 },
    paint: { 'text-color': color, 'text-halo-color': halo, 'text-halo-width': 1.4 },
  };
}

/** The style of the sketch: streets, water and parks in the colors of a street map. */
export function melbourneStyle(colours: StreetColours): StyleSpecification {
  const { land, water, park, road, roadEdge, motorway, text, muted } = colours;
  return {
    version: 8,
    sources: {
      water: geojson('Polygon', [BAY, ...LAKES]),
      rivers: geojson('LineString', RIVERS),
      parks: geojson('Polygon', PARKS),
      streets: geojson('LineString', STREETS),
      roads: geojson('LineString', ROADS),
      motorways: geojson('LineString', MOTORWAYS),
      names: {
        type: 'geojson',
        data: {
          type: 'FeatureCollection',
          features: NAMES.map(([name, kind, lng, lat]) => ({
            type: 'Feature',
            properties: { name, kind },
            geometry: { type: 'Point', coordinates: [lng, lat] },
          })),
        },
      },
    },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': land } },
      { id: 'parks', type: 'fill', source: 'parks', paint: { 'fill-color': park } },
      { id: 'water', type: 'fill', source: 'water', paint: { 'fill-color': water } },
      line('rivers', 'rivers', water, 2, 14),
      line('streets-edge', 'streets', roadEdge, 1.2, 9),
      line('streets', 'streets', road, 0.6, 7),
      line('roads-edge', 'roads', roadEdge, 2.4, 14),
      line('roads', 'roads', road, 1.4, 12),
      line('motorways-edge', 'motorways', roadEdge, 3.6, 20),
      line('motorways', 'motorways', motorway, 2.4, 16),
      names('outer', 10, muted, land),
      names('suburb', 10.6, muted, land),
      names('water', 9, text, water),
      names('city', 8, text, land),
    ],
  };
}
