import 'maplibre-gl/dist/maplibre-gl.css';
import { useMediaQuery, useReducedMotion } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTokenValues } from '../../lib/token-colour.ts';
import { loadBaseMap } from '../../map/load-base-map.ts';
import classes from '../../map/map-canvas.module.css';
import { MapControls } from '../../map/map-controls.tsx';
import { isWithin, type MapPoint } from '../../map/map-points.ts';
import type { MapColours } from '../../map/map-style.ts';
import { createMapView, type MapView } from '../../map/map-view.ts';
import { Bone } from '../../ui/skeletons.tsx';
import { MapPopup } from './map-popup.tsx';

export type OutletMapCanvasProps = {
  points: readonly MapPoint[];
  /** Style chosen by the operator; empty for the map shipped with the product. */
  mapStyleUrl: string;
  chosen: string | null;
  onChoose: (eui: string | null) => void;
  /** The outlets that are on screen after a movement. */
  onMoved: (euis: ReadonlySet<string>) => void;
  onShowDevices: (eui: string) => void;
  /** The map's own data could not be had, or it could not be drawn. */
  onFailed: () => void;
};

const TOKENS = [
  ...['--vb-map-land', '--vb-map-water', '--vb-map-line', '--vb-text-muted', '--vb-surface'],
  ...['--vb-status-online', '--vb-status-late', '--vb-status-offline', '--vb-status-never'],
] as const;

function useMapColours(): MapColours {
  const [land = '', water = '', line = '', text = '', surface = '', ...status] = useTokenValues(TOKENS);
  const [online = '', late = '', offline = '', never = ''] = status;
  return { land, water, line, text, surface, status: { online, late, offline, never } };
}

/** The map itself, and the popup that stands in it. Loaded after the cards. */
export function OutletMapCanvas(props: OutletMapCanvasProps) {
  const { points, mapStyleUrl, chosen, onChoose, onShowDevices } = props;
  const container = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<MapView | null>(null);
  const [popup, setPopup] = useState<HTMLElement | null>(null);
  const isMotionReduced = useReducedMotion();
  const colours = useMapColours();
  const colourKey = JSON.stringify(colours);

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
      onChoose: (eui) => choose(eui),
      onMoved: (box) => moved(box),
      onFailed: (reason) => fail(reason),
    }),
  );
  const isClicked = useRef(false);
  const choose = useEffectEvent((eui: string | null) => {
    isClicked.current = true;
    onChoose(eui);
  });
  const fail = useEffectEvent((reason: unknown) => {
    console.error('The map cannot be drawn.', reason);
    props.onFailed();
  });
  const moved = useEffectEvent((box: Parameters<typeof isWithin>[0]) =>
    props.onMoved(new Set(points.filter((point) => isWithin(box, point)).map(({ eui }) => eui))),
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

  const pointsKey = JSON.stringify(points.map(({ eui, status, located }) => [eui, status, located]));
  const sendPoints = useEffectEvent(() => view?.setPoints(points));
  const sendColours = useEffectEvent(() => view?.setColours(colours));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the points
  useEffect(() => sendPoints(), [view, pointsKey]);
  const isFirstColour = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the colours
  useEffect(() => {
    if (!isFirstColour.current) sendColours();
    isFirstColour.current = view === null;
  }, [view, colourKey]);

  const point = points.find(({ eui }) => eui === chosen) ?? null;
  // A popup in the map of a phone would be cut off at its top: there it is a sheet at the bottom of the screen.
  const isSheet = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const openPopup = useEffectEvent(() => {
    if (point) {
      view?.goTo(point, { isNearer: !isClicked.current, hasPopup: !isSheet });
      if (view && (isSheet || !isClicked.current)) container.current?.scrollIntoView({ block: 'nearest' });
    }
    isClicked.current = false;
    setPopup(view?.openPopup(isSheet ? null : point) ?? null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another outlet moves the map
  useEffect(() => openPopup(), [view, point?.eui, isSheet]);
  const sheet = isSheet && view !== null ? document.body : null;
  const place = popup ?? sheet;

  return (
    <div className={classes.frame}>
      <div ref={container} className={classes.map} data-ready={view !== null || undefined} />
      {view ? <MapControls view={view} /> : <Bone height="100%" style={{ position: 'absolute', inset: 0 }} />}
      {place && point
        ? createPortal(
            <MapPopup
              key={point.eui}
              point={point}
              isSheet={place === sheet}
              onClose={() => onChoose(null)}
              onShowDevices={onShowDevices}
            />,
            place,
          )
        : null}
    </div>
  );
}
