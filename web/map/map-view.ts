import {
  type ErrorEvent,
  type GeoJSONSource,
  type LngLatBoundsLike,
  Map as MapLibreMap,
  Popup,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { outletPlace, positionNote } from '../lib/outlet-words.ts';
import { type BaseMap, loadBaseMap } from './load-base-map.ts';
import { createMapAttribution } from './map-attribution.ts';
import { addCircle, boxOfCircle, type MapCircle, showCircle } from './map-circle.ts';
import { CLUSTER_PROPERTIES, createClusterMarkers } from './map-clusters.ts';
import { type Box, boxAround, HOME_BOX, isWithin, type MapPoint, MOST_MARKERS } from './map-points.ts';
import { baseStyle, type MapColours } from './map-style.ts';
import { addMapTooltip } from './map-tooltip.ts';
import { MARKER_PIXEL_RATIO, markerImages, markerName } from './marker-images.ts';

const SOURCE = 'outlets';
const LAYER = 'outlets';
const CLUSTER_UP_TO_ZOOM = 13;
/** Closer there is nothing to see around an outlet: the shipped base map ends with state lines and names. */
const CLOSEST_FIT = 5.5;
/** Room in pixels under a marker whose popup stands above it, and around one that is hit by a finger. */
const BELOW_MARKER_PX = 56;
const FINGER_PX = 6;
const EASE_MS = 200;

export type MapViewOptions = {
  readonly container: HTMLElement;
  /** The shipped base map, or the address of a style chosen by the operator. */
  readonly base: BaseMap | string;
  readonly colours: MapColours;
  /** Classes of what is drawn over the map. */
  readonly attributionClass: string;
  readonly clusterClass: string;
  readonly tooltipClass: string;
  readonly popupClass: string;
  readonly isMotionReduced: boolean;
  /** Without it the markers are places only: nothing is said of contact. */
  readonly isStatusTold?: boolean;
  /** A marker was clicked, or the map beside them (null). */
  readonly onChoose: (eui: string | null) => void;
  /** The map was clicked at a place, whatever stands there. */
  readonly onPlace?: (at: { readonly lat: number; readonly lng: number }) => void;
  /** Called after each movement with the box that is on screen. */
  readonly onMoved: (box: Box) => void;
  /** Neither the operator's style nor the shipped map can be had. */
  readonly onFailed: (reason: unknown) => void;
};

export type MapView = {
  setPoints(points: readonly MapPoint[]): void;
  setCircle(circle: MapCircle | null): void;
  setColours(colours: MapColours): void;
  /** Opens a popup at an outlet and answers the element to fill; null closes. */
  openPopup(point: MapPoint | null): HTMLElement | null;
  /** Moves an outlet to the middle, or below it where its popup has room; nearer if wanted. */
  goTo(point: MapPoint, options: { isNearer: boolean; hasPopup: boolean }): void;
  zoomBy(steps: number): void;
  showAll(): void;
  remove(): void;
};

const boundsOf = ({ west, south, east, north }: Box): LngLatBoundsLike => [west, south, east, north];

const joined = (one: Box, other: Box | null): Box =>
  other === null
    ? one
    : {
        ...{ west: Math.min(one.west, other.west), east: Math.max(one.east, other.east) },
        ...{ south: Math.min(one.south, other.south), north: Math.max(one.north, other.north) },
      };

function featuresOf(points: readonly MapPoint[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: points.map(({ eui, lat, lng, located, position, status, label, venue, customer, offset }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: {
        eui,
        status,
        customer,
        place: outletPlace({ label, venue }),
        positionNote: positionNote(position) ?? '',
        image: markerName(status, located),
        offset,
        x: offset[0],
        y: offset[1],
      },
    })),
  };
}

function addOutlets(map: MapLibreMap, points: readonly MapPoint[], colours: MapColours): void {
  for (const { name, image } of markerImages(colours)) map.addImage(name, image, { pixelRatio: MARKER_PIXEL_RATIO });
  map.addSource(SOURCE, {
    type: 'geojson',
    data: featuresOf(points),
    cluster: false,
    clusterRadius: 56,
    clusterMaxZoom: CLUSTER_UP_TO_ZOOM,
    clusterProperties: CLUSTER_PROPERTIES,
  });
  map.addLayer({
    id: LAYER,
    type: 'symbol',
    source: SOURCE,
    filter: ['!', ['has', 'point_count']],
    layout: {
      'icon-image': ['get', 'image'],
      'icon-offset': ['get', 'offset'],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'icon-padding': 0,
    },
  });
}

function createMap({ container, base, colours, isMotionReduced }: MapViewOptions): MapLibreMap {
  setWorkerUrl(workerUrl);
  return new MapLibreMap({
    container,
    style: typeof base === 'string' ? base : baseStyle(base, colours),
    bounds: boundsOf(HOME_BOX),
    fitBoundsOptions: { padding: 16 },
    // Its own writes markup; see createMapAttribution.
    attributionControl: false,
    // A page's scroll is never trapped: the wheel needs Ctrl, a finger scrolls the page and two move the map.
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxZoom: 16,
    minZoom: 1,
    renderWorldCopies: false,
    fadeDuration: isMotionReduced ? 0 : 150,
    locale: { 'Map.Title': 'Map of outlets. Arrow keys move it, plus and minus zoom.' },
  });
}

/** A map of outlets: one marker each while few are on screen, else clusters that show their mix of status. */
export function createMapView(options: MapViewOptions): MapView {
  const { isMotionReduced, isStatusTold = true, onChoose, onPlace, onMoved, onFailed } = options;
  let { base } = options;
  let isGone = false;
  const map = createMap(options);
  map.touchZoomRotate.disableRotation();
  let colours = options.colours;
  let points: readonly MapPoint[] = [];
  let circle: MapCircle | null = null;
  let isReady = false;
  let isClustered = false;
  let wasPlaced = false;
  const motion = { duration: isMotionReduced ? 0 : EASE_MS, maxZoom: CLOSEST_FIT, padding: 48 };
  const clusters = createClusterMarkers(map, SOURCE, () => colours, { className: options.clusterClass, isStatusTold });
  const popup = new Popup({
    anchor: 'bottom',
    closeButton: false,
    closeOnClick: false,
    focusAfterOpen: false,
    maxWidth: '340px',
    className: options.popupClass,
  });
  const source = () => map.getSource<GeoJSONSource>(SOURCE);

  const screenBox = (): Box => {
    const bounds = map.getBounds();
    return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
  };

  function settle(): void {
    const box = screenBox();
    onMoved(box);
    const onScreen = points.reduce((count, point) => count + (isWithin(box, point) ? 1 : 0), 0);
    if (!isReady || onScreen > MOST_MARKERS === isClustered) return;
    isClustered = !isClustered;
    if (!isClustered) clusters.clear();
    void source()?.setClusterOptions({ cluster: isClustered });
  }

  /** The outlets must not be missing because an outside host is: until a style is there, an error is the style's. */
  async function useShippedMap({ error }: ErrorEvent): Promise<void> {
    console.error('The map style of this installation cannot be had; the shipped map is drawn.', error);
    try {
      const shipped = await loadBaseMap();
      if (isGone || isReady) return;
      base = shipped;
      map.setStyle(baseStyle(shipped, colours), { diff: false });
    } catch (reason) {
      if (!isGone) onFailed(reason);
    }
  }

  function showAll(): void {
    const box = boxAround(points);
    const around = circle === null ? (box ?? HOME_BOX) : joined(boxOfCircle(circle), box);
    map.fitBounds(boundsOf(around), motion);
  }

  map.on('style.load', () => {
    // Also after a change of scheme, which brings a new style without our source.
    isClustered = false;
    clusters.clear();
    addCircle(map, circle, colours.status.online);
    addOutlets(map, points, colours);
    isReady = true;
    settle();
  });
  if (typeof base === 'string') {
    map.addControl(createMapAttribution(options.attributionClass), 'bottom-right');
    // The first one only, and none once a style is there: MapLibre writes those to the console itself.
    const waiting = map.on('error', (event) => {
      waiting.unsubscribe();
      void useShippedMap(event);
    });
    map.once('style.load', () => waiting.unsubscribe());
  }
  map.on('moveend', settle);
  map.on('render', () => {
    if (isClustered && isReady && map.isSourceLoaded(SOURCE)) clusters.draw();
  });
  map.on('click', ({ point: { x, y }, lngLat }) => {
    onPlace?.({ lat: lngLat.lat, lng: lngLat.wrap().lng });
    if (!isReady) return;
    const around: [[number, number], [number, number]] = [
      [x - FINGER_PX, y - FINGER_PX],
      [x + FINGER_PX, y + FINGER_PX],
    ];
    const eui: unknown = map.queryRenderedFeatures(around, { layers: [LAYER] })[0]?.properties.eui;
    onChoose(typeof eui === 'string' ? eui : null);
  });
  addMapTooltip(map, LAYER, options.tooltipClass, isStatusTold);

  return {
    setPoints(next) {
      points = next;
      void source()?.setData(featuresOf(next));
      if (!wasPlaced && boxAround(next)) {
        wasPlaced = true;
        map.fitBounds(boundsOf(boxAround(next) ?? HOME_BOX), { ...motion, duration: 0 });
      }
      settle();
    },
    setCircle(next) {
      circle = next;
      showCircle(map, next);
    },
    setColours(next) {
      colours = next;
      clusters.clear();
      if (typeof base !== 'string') map.setStyle(baseStyle(base, next), { diff: false });
      else if (isReady) for (const { name, image } of markerImages(next)) map.updateImage(name, image);
    },
    openPopup(point) {
      if (!point) {
        popup.remove();
        return null;
      }
      const element = document.createElement('div');
      popup
        .setLngLat([point.lng, point.lat])
        .setOffset([point.offset[0], point.offset[1] - 8])
        .setDOMContent(element)
        .addTo(map);
      return element;
    },
    goTo({ lng, lat }, { isNearer, hasPopup }) {
      const zoom = isNearer ? Math.max(map.getZoom(), CLOSEST_FIT) : map.getZoom();
      const down = hasPopup ? map.getContainer().clientHeight / 2 - BELOW_MARKER_PX : 0;
      map.easeTo({ center: [lng, lat], zoom, offset: [0, down], duration: motion.duration });
    },
    zoomBy: (steps) => map.easeTo({ zoom: map.getZoom() + steps, duration: motion.duration }),
    showAll,
    remove() {
      isGone = true;
      clusters.clear();
      map.remove();
    },
  };
}
