import { Map as MapLibreMap, Marker, Popup, type StyleSpecification, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { TILE_DIFFERENCE } from '../tile-difference.ts';
import { CENTRE, RIVER, TOWNS, ZOOM } from './sample-data/feed-map.ts';

export type FeedMapColours = {
  readonly land: string;
  readonly water: string;
  readonly text: string;
  readonly brand: string;
};
export type Place = { readonly latitude: number; readonly longitude: number };

const FONT = ['Inter Variable', 'system-ui', 'sans-serif'];
/** Zoom limits in MapLibre's units. */
const FARTHEST = 5;
const NEAREST = 11;
/** How far an arrow key moves the marker, in degrees. */
const STEP_DEGREES = 0.02;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP_DEGREES, 0],
  ArrowRight: [STEP_DEGREES, 0],
  ArrowUp: [0, STEP_DEGREES],
  ArrowDown: [0, -STEP_DEGREES],
};

function styleOf({ land, water, text }: FeedMapColours): StyleSpecification {
  return {
    version: 8,
    sources: {
      river: {
        type: 'geojson',
        data: {
          type: 'Feature',
          properties: {},
          geometry: { type: 'LineString', coordinates: RIVER.map(([x, y]) => [x, y]) },
        },
      },
      towns: {
        type: 'geojson',
        data: {
          type: 'FeatureCollection',
          features: TOWNS.map(([x, y, name]) => ({
            type: 'Feature',
            properties: { name },
            geometry: { type: 'Point', coordinates: [x, y] },
          })),
        },
      },
    },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': land } },
      { id: 'river', type: 'line', source: 'river', paint: { 'line-color': water, 'line-width': 4 } },
      {
        id: 'towns',
        type: 'symbol',
        source: 'towns',
        layout: { 'text-field': ['get', 'name'], 'text-font': FONT, 'text-size': 12 },
        paint: { 'text-color': text, 'text-halo-color': land, 'text-halo-width': 1.2 },
      },
    ],
  };
}

export type FeedMapView = { readonly zoomBy: (factor: number) => void; readonly remove: () => void };

/** Creates a small map with one marker, which dragging and arrow keys move. */
export function createFeedMap(
  container: HTMLElement,
  colours: FeedMapColours,
  isMotionReduced: boolean,
  onMoved: (place: Place) => void,
  onZoomed: (reach: { canZoomIn: boolean; canZoomOut: boolean }) => void,
): FeedMapView {
  setWorkerUrl(workerUrl);
  const map = new MapLibreMap({
    container,
    style: styleOf(colours),
    center: [CENTRE.longitude, CENTRE.latitude],
    zoom: ZOOM - TILE_DIFFERENCE,
    minZoom: FARTHEST,
    maxZoom: NEAREST,
    attributionControl: false,
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
    locale: { 'Map.Title': 'Map of the meeting place. Arrow keys move it, plus and minus zoom.' },
  });
  const marker = new Marker({ draggable: true, color: colours.brand })
    .setLngLat([CENTRE.longitude, CENTRE.latitude])
    // Pressing the marker explains it.
    .setPopup(
      new Popup({ offset: 32, closeButton: false }).setText('The meeting place. Drag it, or use the arrow keys.'),
    )
    .addTo(map);
  map.on('zoomend', () => onZoomed({ canZoomIn: map.getZoom() < NEAREST, canZoomOut: map.getZoom() > FARTHEST }));
  let place: Place = CENTRE;
  const moved = (to: Place): void => {
    place = to;
    onMoved(to);
  };
  marker.on('dragend', () => {
    const { lat, lng } = marker.getLngLat();
    moved({ latitude: lat, longitude: lng });
  });
  const element = marker.getElement();
  element.tabIndex = 0;
  element.setAttribute('role', 'button');
  element.setAttribute('aria-label', 'Meeting place; arrow keys move it');
  element.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // Uses the exact position, because the map rounds positions to pixels.
    moved({ latitude: place.latitude + step[1], longitude: place.longitude + step[0] });
    marker.setLngLat([place.longitude, place.latitude]);
  });
  return {
    zoomBy: (factor) =>
      void map.easeTo({ zoom: Math.round(map.getZoom() + Math.log2(factor)), duration: isMotionReduced ? 0 : 200 }),
    remove: () => map.remove(),
  };
}
