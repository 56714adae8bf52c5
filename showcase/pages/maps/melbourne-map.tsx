import 'maplibre-gl/dist/maplibre-gl.css';
import { useReducedMotion } from '@mantine/hooks';
import { Map as MapLibreMap, Marker, Popup, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTokenValues } from '../../../web/lib/token-colour.ts';
import { EngineMap } from '../../ui/maps/engine-map.tsx';
import { ZoomButtons } from '../../ui/maps/zoom-buttons.tsx';
import { TILE_DIFFERENCE } from '../tile-difference.ts';
import classes from './maps.module.css';
import { MELBOURNE } from './melbourne-sample-data.ts';
import { melbourneStyle, type StreetColours } from './melbourne-style.ts';

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
    // Never traps the page's scrolling: the wheel needs Ctrl, one finger scrolls the page, and two move the map.
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

/** The product's own street map, used without a key for Google's: a sketch of Melbourne with one marker. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the colours
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
