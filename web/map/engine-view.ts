import 'maplibre-gl/dist/maplibre-gl.css';
import {
  type ErrorEvent,
  type GeoJSONSource,
  type IControl,
  type LngLatBoundsLike,
  Map as MapLibreMap,
  Popup,
  type Subscription,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { type BaseMap, loadBaseMap } from './load-base-map.ts';
import { type Camera, FURTHEST, NEAREST } from './map-camera.ts';
import { addOutline, boxOfOutline, type MapOutline, showOutline } from './map-circle.ts';
import { CLUSTER_PROPERTIES, createClusterMarkers } from './map-clusters.ts';
import { type Box, isWithin, type MapPoint, MOST_MARKERS } from './map-points.ts';
import { baseStyle, type MapColours } from './map-style.ts';
import {
  BELOW_MARKER_PX,
  boxOfAll,
  CLOSEST_FIT,
  CLUSTERS,
  FINGER_PX,
  FIT_ROOM,
  type GivenClusters,
  MAP_TITLE,
  type MapView,
  type MapViewOptions,
} from './map-view.ts';
import { MARKER_PIXEL_RATIO, markerImages, markerName } from './marker-images.ts';
import { tooltipLines } from './outlet-tooltip.ts';

const SOURCE = 'outlets';
const LAYER = 'outlets';
const EASE_MS = 200;

export type EngineOptions = MapViewOptions & {
  /** The shipped base map, or the URL of the operator's style. */
  readonly base: BaseMap | string;
  /** The initial camera. */
  readonly camera: Camera;
  readonly isMotionReduced: boolean;
  /** Called when neither the operator's style nor the shipped map can be loaded. */
  readonly onFailed: (reason: unknown) => void;
};

export type EngineView = MapView & {
  setCamera(camera: Camera): void;
  /** Calls `callback` once everything has been drawn. */
  whenDrawn(callback: () => void): void;
};

const boundsOf = ({ west, south, east, north }: Box): LngLatBoundsLike => [west, south, east, north];

function featuresOf(points: readonly MapPoint[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: points.map(({ eui, lat, lng, located, status, offset }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: { eui, status, image: markerName(status, located), offset },
    })),
  };
}

function addOutlets(map: MapLibreMap, points: readonly MapPoint[], colours: MapColours): void {
  for (const { name, image } of markerImages(colours)) map.addImage(name, image, { pixelRatio: MARKER_PIXEL_RATIO });
  map.addSource(SOURCE, {
    type: 'geojson',
    data: featuresOf(points),
    cluster: false,
    clusterRadius: CLUSTERS.radius,
    clusterMaxZoom: CLUSTERS.upToZoom,
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

function createMap({ container, base, colours, camera, isMotionReduced }: EngineOptions): MapLibreMap {
  setWorkerUrl(workerUrl);
  return new MapLibreMap({
    container,
    style: typeof base === 'string' ? base : baseStyle(base, colours),
    center: [camera.lng, camera.lat],
    zoom: camera.zoom,
    // The built-in control sets markup; see createMapAttribution.
    attributionControl: false,
    // Never blocks page scrolling: the wheel needs Ctrl, one finger scrolls the page, and two move the map.
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxZoom: NEAREST,
    minZoom: FURTHEST,
    renderWorldCopies: false,
    fadeDuration: isMotionReduced ? 0 : 150,
    locale: { 'Map.Title': MAP_TITLE },
  });
}

/** Creates the engine's map view (MapLibre). This view moves smoothly and can use the operator's own style. */
export function createEngineView(options: EngineOptions): EngineView {
  const { classes, isMotionReduced, isStatusTold, onChoose, onPlace, onMoved, onFailed } = options;
  let { base } = options;
  let isGone = false;
  const map = createMap(options);
  map.touchZoomRotate.disableRotation();
  let colours = options.colours;
  let points: readonly MapPoint[] = [];
  let given: GivenClusters | null = null;
  let outline: MapOutline | null = null;
  let isReady = false;
  let isClustered = false;
  const motion = { duration: isMotionReduced ? 0 : EASE_MS, maxZoom: CLOSEST_FIT, padding: FIT_ROOM };
  const clusters = createClusterMarkers(map, SOURCE, () => colours, {
    className: classes.cluster,
    isStatusTold,
    onCluster: options.onCluster,
  });
  const popup = new Popup({
    anchor: 'bottom',
    closeButton: false,
    closeOnClick: false,
    focusAfterOpen: false,
    maxWidth: '340px',
    className: classes.popup,
  });
  const source = () => map.getSource<GeoJSONSource>(SOURCE);

  const screenBox = (): Box => {
    const bounds = map.getBounds();
    return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
  };

  function settle(): void {
    const box = screenBox();
    onMoved(box, map.getZoom());
    if (given !== null) return;
    const onScreen = points.reduce((count, point) => count + (isWithin(box, point) ? 1 : 0), 0);
    if (!isReady || onScreen > MOST_MARKERS === isClustered) return;
    isClustered = !isClustered;
    if (!isClustered) clusters.clear();
    void source()?.setClusterOptions({ cluster: isClustered });
  }

  /**
   * Falls back to the shipped map. Until a style has loaded, every error is attributed to the style, because an
   * unreachable host must not hide the outlets.
   */
  async function useShippedMap({ error }: ErrorEvent): Promise<void> {
    console.error('The custom map style could not be loaded. Using the built-in map.', error);
    try {
      const shipped = await loadBaseMap();
      if (isGone || isReady) return;
      base = shipped;
      map.setStyle(baseStyle(shipped, colours), { diff: false });
    } catch (reason) {
      if (!isGone) onFailed(reason);
    }
  }

  const showAll = (): void =>
    void map.fitBounds(boundsOf(boxOfAll(points, given, outline && boxOfOutline(outline))), motion);

  map.on('style.load', () => {
    // Runs again after the color scheme changes, because the new style lacks this source.
    isClustered = false;
    clusters.clear();
    if (given !== null) clusters.show(given.clusters);
    addOutline(map, outline, colours.status.online);
    addOutlets(map, points, colours);
    isReady = true;
    settle();
  });
  if (typeof base === 'string') {
    map.addControl(createMapAttribution(classes.attribution), 'bottom-right');
    // Handles only the first error before a style has loaded. After that, MapLibre logs errors to the console itself.
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
    onPlace({ lat: lngLat.lat, lng: lngLat.wrap().lng });
    if (!isReady) return;
    const around: [[number, number], [number, number]] = [
      [x - FINGER_PX, y - FINGER_PX],
      [x + FINGER_PX, y + FINGER_PX],
    ];
    const eui: unknown = map.queryRenderedFeatures(around, { layers: [LAYER] })[0]?.properties.eui;
    onChoose(typeof eui === 'string' ? eui : null);
  });
  const pointOf = (eui: string) => points.find((point) => point.eui === eui);
  addMapTooltip(map, LAYER, pointOf, { className: classes.tooltip, isStatusTold });

  return {
    setPoints(next, known) {
      [points, given] = [next, known];
      void source()?.setData(featuresOf(next));
      if (known !== null) clusters.show(known.clusters);
      // Given clusters are the result of a movement that was already reported.
      else settle();
    },
    setOutline(next) {
      outline = next;
      showOutline(map, next);
    },
    setColours(next) {
      colours = next;
      clusters.clear();
      if (given !== null) clusters.show(given.clusters);
      if (typeof base !== 'string') map.setStyle(baseStyle(base, next), { diff: false });
      else if (isReady) for (const { name, image } of markerImages(next)) map.updateImage(name, image);
    },
    camera() {
      const { lng, lat } = map.getCenter();
      return { lng, lat, zoom: map.getZoom() };
    },
    setCamera: ({ lng, lat, zoom }) => void map.jumpTo({ center: [lng, lat], zoom }),
    whenDrawn(callback) {
      void map.once('idle', () => isGone || callback());
      map.triggerRepaint();
    },
    openPopup(point, element) {
      if (!point) return void popup.remove();
      popup
        .setLngLat([point.lng, point.lat])
        .setOffset([point.offset[0], point.offset[1] - 8])
        .setDOMContent(element)
        .addTo(map);
    },
    goTo({ lng, lat }, { isNearer, hasPopup }) {
      const zoom = isNearer ? Math.max(map.getZoom(), CLOSEST_FIT) : map.getZoom();
      const down = hasPopup ? map.getContainer().clientHeight / 2 - BELOW_MARKER_PX : 0;
      map.easeTo({ center: [lng, lat], zoom, offset: [0, down], duration: motion.duration });
    },
    zoomBy: (steps) => map.easeTo({ zoom: map.getZoom() + steps, duration: motion.duration }),
    showAll,
    focus: () => map.getCanvas().focus({ preventScroll: true }),
    remove() {
      isGone = true;
      clusters.clear();
      map.remove();
    },
  };
}

/** Shows a tooltip while the pointer is over a marker. */
function addMapTooltip(
  map: MapLibreMap,
  layer: string,
  pointOf: (eui: string) => MapPoint | undefined,
  { className, isStatusTold }: { className: string; isStatusTold: boolean },
): void {
  const tooltip = new Popup({ closeButton: false, closeOnClick: false, focusAfterOpen: false, className });
  let shown: unknown = null;
  map.on('mousemove', layer, ({ features }) => {
    const eui: unknown = features?.[0]?.properties.eui;
    if (typeof eui !== 'string' || eui === shown) return;
    const point = pointOf(eui);
    if (!point) return;
    shown = eui;
    map.getCanvas().style.cursor = 'pointer';
    tooltip
      .setLngLat([point.lng, point.lat])
      .setOffset([...point.offset])
      .setDOMContent(tooltipLines(point, isStatusTold))
      .addTo(map);
  });
  map.on('mouseleave', layer, () => {
    shown = null;
    map.getCanvas().style.cursor = '';
    tooltip.remove();
  });
}

/**
 * Shows the attribution that the sources of an operator's map require. The sources provide markup; the function uses
 * only text and links.
 */
function createMapAttribution(className: string): IControl {
  const element = document.createElement('div');
  element.className = className;
  const asked = new Set<string>();
  let sources: Subscription | undefined;

  async function show(): Promise<void> {
    const { cleanFragment } = await import('../lib/clean-markup.ts');
    const kept = cleanFragment([...asked].join(' | '), { tags: ['a'], attributes: ['href'] });
    for (const link of kept.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    }
    element.replaceChildren(kept);
  }

  return {
    onAdd(map) {
      sources = map.on('sourcedata', ({ sourceId, sourceDataType }) => {
        const wanted = sourceDataType === 'metadata' ? map.getSource(sourceId)?.attribution : undefined;
        if (!wanted || asked.has(wanted)) return;
        asked.add(wanted);
        void show();
      });
      return element;
    },
    onRemove() {
      sources?.unsubscribe();
      element.remove();
    },
  };
}
