import 'maplibre-gl/dist/maplibre-gl.css';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTokenValues } from '../lib/token-colour.ts';
import { Bone } from '../ui/skeletons.tsx';
import { loadBaseMap } from './load-base-map.ts';
import classes from './map-canvas.module.css';
import type { MapCircle } from './map-circle.ts';
import { MapControls } from './map-controls.tsx';
import type { MapPoint } from './map-points.ts';
import type { MapColours } from './map-style.ts';
import { createMapView, type MapView } from './map-view.ts';

const TOKENS = [
  ...['--vb-map-land', '--vb-map-water', '--vb-map-line', '--vb-text-muted', '--vb-surface', '--vb-series-1'],
] as const;

/** One colour for all: where something runs says nothing of contact, and green is a status. */
function usePlaceColours(): MapColours {
  const [land = '', water = '', line = '', text = '', surface = '', mark = ''] = useTokenValues(TOKENS);
  return { land, water, line, text, surface, status: { online: mark, late: mark, offline: mark, never: mark } };
}

export type PlaceCanvasProps = {
  points: readonly MapPoint[];
  /** A circle that is drawn below them. */
  circle: MapCircle | null;
  /** The map is clicked for a place; null while it is not asked for. */
  onPlace: ((at: { readonly lat: number; readonly lng: number }) => void) | null;
  /** Style chosen by the operator; empty for the map shipped with the product. */
  mapStyleUrl: string;
  onFailed: () => void;
};

/** The drawn map of places; its code is fetched when it is seen. */
export function PlaceCanvas({ points, circle, onPlace, mapStyleUrl, onFailed }: PlaceCanvasProps) {
  const container = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<MapView | null>(null);
  const isMotionReduced = useReducedMotion();
  const colours = usePlaceColours();
  const colourKey = JSON.stringify(colours);
  const fail = useEffectEvent((reason: unknown) => {
    console.error('The map cannot be drawn.', reason);
    onFailed();
  });
  const place = useEffectEvent((at: { readonly lat: number; readonly lng: number }) => onPlace?.(at));
  const build = useEffectEvent((base: Parameters<typeof createMapView>[0]['base'], element: HTMLElement) =>
    createMapView({
      container: element,
      base,
      colours,
      attributionClass: classes.attribution ?? '',
      clusterClass: classes.cluster ?? '',
      tooltipClass: classes.tooltip ?? '',
      popupClass: classes.popup ?? '',
      isMotionReduced,
      isStatusTold: false,
      onChoose: () => {},
      onPlace: (at) => place(at),
      onMoved: () => {},
      onFailed: (reason) => fail(reason),
    }),
  );
  useEffect(() => {
    let made: MapView | null = null;
    let isGone = false;
    const start = async () => {
      const base = mapStyleUrl || (await loadBaseMap());
      if (isGone || !container.current) return;
      made = build(base, container.current);
      setView(made);
    };
    start().catch((reason: unknown) => {
      if (!isGone) fail(reason);
    });
    return () => {
      isGone = true;
      made?.remove();
      setView(null);
    };
  }, [mapStyleUrl]);
  const pointsKey = points.map(({ eui }) => eui).join();
  const sendPoints = useEffectEvent(() => {
    view?.setPoints(points);
    view?.setCircle(circle);
    // While its middle is being placed the map stays as it lies under the finger.
    if (onPlace === null && (points.length > 0 || circle !== null)) view?.showAll();
  });
  const circleKey = JSON.stringify(circle);
  const sendColours = useEffectEvent(() => view?.setColours(colours));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for points and circle
  useEffect(() => sendPoints(), [view, pointsKey, circleKey]);
  const isFirstColour = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the colours
  useEffect(() => {
    if (!isFirstColour.current) sendColours();
    isFirstColour.current = view === null;
  }, [view, colourKey]);
  return (
    <div className={classes.frame}>
      <div
        ref={container}
        className={classes.map}
        data-ready={view !== null || undefined}
        data-placing={onPlace !== null || undefined}
      />
      {view ? <MapControls view={view} /> : <Bone height="100%" style={{ position: 'absolute', inset: 0 }} />}
    </div>
  );
}
