import 'maplibre-gl/dist/maplibre-gl.css';
import { useReducedMotion } from '@mantine/hooks';
import { Map as MapLibreMap, Marker, Popup, ScaleControl, type StyleSpecification, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTokenValues } from '../../../web/lib/token-colour.ts';
import { EngineMap } from '../../ui/maps/engine-map.tsx';
import { ZoomButtons } from '../../ui/maps/zoom-buttons.tsx';
import { TILE_DIFFERENCE } from '../tile-difference.ts';
import classes from './maps.module.css';
import { BAY, LAKES, MELBOURNE, MOTORWAYS, NAMES, PARKS, RIVERS, ROADS, STREETS } from './melbourne-sample-data.ts';

const TOKENS = [
  ...['--vb-street-land', '--vb-street-water', '--vb-street-park', '--vb-street-road', '--vb-street-edge'],
  ...['--vb-street-motorway', '--vb-text', '--vb-text-muted', '--vb-status-offline'],
] as const;

/** Zoom limits in Google's units. */
const FARTHEST = 10;
const NEAREST = 16;

function createMap(
  container: HTMLElement,
  zoom: number,
  colours: StreetColours,
  isMotionReduced: boolean,
): MapLibreMap {
  setWorkerUrl(workerUrl);
  return new MapLibreMap({
    container,
    style: melbourneStyle(colours),
    center: [...MELBOURNE],
    zoom: zoom - TILE_DIFFERENCE,
    attributionControl: false,
    // Never blocks page scrolling: the wheel needs Ctrl, one finger scrolls the page, and two move the map.
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    minZoom: FARTHEST - TILE_DIFFERENCE,
    maxZoom: NEAREST - TILE_DIFFERENCE,
    fadeDuration: isMotionReduced ? 0 : 150,
    locale: { 'Map.Title': 'Map of Melbourne. Arrow keys move it, plus and minus zoom.', 'Marker.Title': 'Melbourne' },
  });
}

/** The product's own street map, for installations without a Google key: a sketch of Melbourne with one marker. */
export function MelbourneMap({ zoom }: { zoom: number }) {
  return (
    <EngineMap>
      <StreetMap zoom={zoom} />
    </EngineMap>
  );
}

function StreetMap({ zoom }: { zoom: number }) {
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [shownZoom, setShownZoom] = useState(zoom);
  const [isAtHome, setIsAtHome] = useState(true);
  const isMotionReduced = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const [land, water, park, road, roadEdge, motorway, text, muted, pin] = useTokenValues(TOKENS);
  const colours = {
    land: land ?? '',
    water: water ?? '',
    park: park ?? '',
    road: road ?? '',
    roadEdge: roadEdge ?? '',
    motorway: motorway ?? '',
    text: text ?? '',
    muted: muted ?? '',
  };
  const colourKey = JSON.stringify(colours);

  const build = useEffectEvent((element: HTMLElement): MapLibreMap => {
    const made = createMap(element, zoom, colours, isMotionReduced);
    made.touchZoomRotate.disableRotation();
    made.addControl(new ScaleControl({ maxWidth: 100 }), 'top-left');
    const popup = new Popup({ offset: 32, closeButton: false }).setText('Melbourne, Victoria');
    new Marker({ color: pin ?? '' })
      .setLngLat([...MELBOURNE])
      .setPopup(popup)
      .addTo(made);
    made.on('moveend', () => {
      const shown = Math.round((made.getZoom() + TILE_DIFFERENCE) * 10) / 10;
      const middle = made.project([...MELBOURNE]);
      const { clientWidth, clientHeight } = element;
      setShownZoom(shown);
      setIsAtHome(shown === zoom && Math.hypot(middle.x - clientWidth / 2, middle.y - clientHeight / 2) < 1);
    });
    return made;
  });
  useEffect(() => {
    if (!container.current) return;
    const made = build(container.current);
    setMap(made);
    return () => {
      made.remove();
      setMap(null);
    };
  }, []);
  const recolour = useEffectEvent(() => map?.setStyle(melbourneStyle(colours)));
  const isFirstColour = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the colours
  useEffect(() => {
    if (!isFirstColour.current) recolour();
    isFirstColour.current = map === null;
  }, [map, colourKey]);

  return (
    <div className={classes.frame} data-map="own" data-zoom={shownZoom}>
      <div ref={container} className={classes.canvas} />
      <ZoomButtons
        className={classes.zoom}
        onZoom={(factor) =>
          map?.easeTo({ zoom: Math.round(map.getZoom() + Math.log2(factor)), duration: isMotionReduced ? 0 : 200 })
        }
        onHome={() => map?.jumpTo({ center: [...MELBOURNE], zoom: zoom - TILE_DIFFERENCE })}
        isHomeShown
        canZoomIn={shownZoom < NEAREST}
        canZoomOut={shownZoom > FARTHEST}
        isAtHome={isAtHome}
      />
      <p className={classes.credit}>Drawn for Voltboard; a sketch, not a survey</p>
    </div>
  );
}

/** The current color scheme's token values. */
type StreetColours = {
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

/** The browser draws the names, so no glyph server is needed. */
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

/** Returns the sketch's style: streets, water and parks in street map colors. */
function melbourneStyle(colours: StreetColours): StyleSpecification {
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
