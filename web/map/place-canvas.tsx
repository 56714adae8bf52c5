import 'maplibre-gl/dist/maplibre-gl.css';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTokenValues } from '../lib/token-colour.ts';
import { Bone } from '../ui/skeletons.tsx';
import { loadBaseMap } from './load-base-map.ts';
import classes from './map-canvas.module.css';
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
  /** Style chosen by the operator; empty for the map shipped with the product. */
  mapStyleUrl: string;
  onFailed: () => void;
};

/** The drawn map of places; its code is fetched when it is seen. */
export function PlaceCanvas({ points, mapStyleUrl, onFailed }: PlaceCanvasProps) {
  const container = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<MapView | null>(null);
  const isMotionReduced = useReducedMotion();
  const colours = usePlaceColours();
  const colourKey = JSON.stringify(colours);
  const fail = useEffectEvent((reason: unknown) => {
    console.error('The map cannot be drawn.', reason);
    onFailed();
  });
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
    if (points.length > 0) view?.showAll();
  });
  const sendColours = useEffectEvent(() => view?.setColours(colours));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the points
  useEffect(() => sendPoints(), [view, pointsKey]);
  const isFirstColour = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the colours
  useEffect(() => {
    if (!isFirstColour.current) sendColours();
    isFirstColour.current = view === null;
  }, [view, colourKey]);
  return (
    <div className={classes.frame}>
      <div ref={container} className={classes.map} data-ready={view !== null || undefined} />
      {view ? <MapControls view={view} /> : <Bone height="100%" style={{ position: 'absolute', inset: 0 }} />}
    </div>
  );
}
