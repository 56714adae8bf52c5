import type { StyleSpecification } from 'maplibre-gl';
import type { BaseMap } from './load-base-map.ts';

/** The current color scheme's token values, because a canvas can't read CSS variables. */
export type MapColours = {
  readonly land: string;
  readonly water: string;
  readonly line: string;
  readonly text: string;
  readonly surface: string;
  readonly status: Readonly<Record<'online' | 'late' | 'offline' | 'never', string>>;
};

/**
 * Font names, which fall back from left to right like in CSS. The browser draws the text, so no glyph server is needed.
 */
const FONT = ['Inter Variable', 'system-ui', 'sans-serif'];

/** Returns the style of the map shipped with the product. */
export function baseStyle({ land, borders, names }: BaseMap, colours: MapColours): StyleSpecification {
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land as GeoJSON.FeatureCollection, tolerance: 0.2 },
      borders: { type: 'geojson', data: borders as GeoJSON.FeatureCollection, tolerance: 0.2 },
      names: { type: 'geojson', data: names as GeoJSON.FeatureCollection },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land, 'fill-antialias': false } },
      // A line in the land's color closes the slivers between finer and coarser outlines.
      { id: 'land-edge', type: 'line', source: 'land', paint: { 'line-color': colours.land, 'line-width': 1.5 } },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': colours.line, 'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.5, 6, 1.2] },
      },
      {
        id: 'names',
        type: 'symbol',
        source: 'names',
        minzoom: 3.4,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': ['interpolate', ['linear'], ['zoom'], 3.4, 10, 7, 13],
          'text-max-width': 7,
          'text-padding': 6,
          'symbol-sort-key': ['get', 'order'],
        },
        paint: { 'text-color': colours.text, 'text-halo-color': colours.land, 'text-halo-width': 1.2 },
      },
    ],
  };
}
