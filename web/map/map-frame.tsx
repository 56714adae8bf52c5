import { useReducedMotion } from '@mantine/hooks';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MapArea } from '#domain/map-area.ts';
import { Bone } from '../ui/skeletons.tsx';
import { createDrawnView, type DrawnView } from './drawn-view.ts';
import { loadBaseMap } from './load-base-map.ts';
import classes from './map-canvas.module.css';
import type { MapOutline } from './map-circle.ts';
import { MapControls } from './map-controls.tsx';
import type { MapPoint } from './map-points.ts';
import type { MapColours } from './map-style.ts';
import type { GivenClusters, MapView, MapViewOptions } from './map-view.ts';
import { useEngine } from './use-engine.ts';
import { useIsSeen } from './use-is-seen.ts';

type MapFrameProps = Pick<MapViewOptions, 'isStatusTold' | 'onChoose' | 'onPlace' | 'onMoved'> &
  Partial<Pick<MapViewOptions, 'onCluster'>> & {
    points: readonly MapPoint[];
    /** Clusters that the server computed, for networks with too many outlets to send. */
    given?: GivenClusters | null;
    /** A key that changes with the points or clusters. */
    pointsKey: string;
    /** A shape drawn below the outlets. */
    outline?: MapOutline | null;
    colours: MapColours;
    /** The operator's map style; empty for the map shipped with the product. */
    mapStyleUrl: string;
    /** True while a click on the map chooses a place. */
    isPlacing?: boolean;
    /** Reports the current view: first the drawn map, later perhaps the engine. */
    onView: (view: MapView | null) => void;
    /** Called when the map's own data cannot be loaded. */
    onFailed: () => void;
    children?: ReactNode;
  };

/**
 * The product's map. It is drawn on a canvas at once. The engine takes over once the reader uses the map, or if there
 * is a graphics card.
 */
export function MapFrame(props: MapFrameProps) {
  const {
    points,
    given: clusters = null,
    pointsKey,
    outline = null,
    colours,
    mapStyleUrl,
    isPlacing = false,
    isStatusTold,
    children,
  } = props;
  const frame = useRef<HTMLDivElement>(null);
  const drawnPlace = useRef<HTMLDivElement>(null);
  const enginePlace = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<DrawnView | null>(null);
  const [isReached, setIsReached] = useState(false);
  const isSeen = useIsSeen(frame, true);
  const isMotionReduced = useReducedMotion();
  const events = {
    onChoose: useEffectEvent((eui: string | null) => props.onChoose(eui)),
    onCluster: useEffectEvent((area: MapArea) => props.onCluster?.(area)),
    onPlace: useEffectEvent((at: Parameters<typeof props.onPlace>[0]) => props.onPlace(at)),
    onMoved: useEffectEvent((...moved: Parameters<typeof props.onMoved>) => props.onMoved(...moved)),
  };
  const names = {
    attribution: classes.attribution ?? '',
    cluster: classes.cluster ?? '',
    tooltip: classes.tooltip ?? '',
    popup: classes.popup ?? '',
  };
  const drawnNames = {
    cluster: `${classes.cluster} ${classes.drawnCluster}`,
    marks: classes.marks ?? '',
    tooltip: `${classes.float} ${classes.drawnTooltip}`,
    popup: `${classes.float} ${classes.drawnPopup}`,
  };
  const given = {
    isStatusTold,
    onChoose: (eui: string | null) => events.onChoose(eui),
    onCluster: props.onCluster ? (area: MapArea) => events.onCluster(area) : null,
    onPlace: (at: Parameters<typeof props.onPlace>[0]) => events.onPlace(at),
    onMoved: (...moved: Parameters<typeof props.onMoved>) => events.onMoved(...moved),
  };
  const build = useEffectEvent((base: Parameters<typeof createDrawnView>[0]['base'], container: HTMLElement) =>
    createDrawnView({ ...given, container, base, colours, classes: drawnNames, onReach: () => setIsReached(true) }),
  );
  const fail = useEffectEvent((reason: unknown) => {
    console.error('The map cannot be drawn.', reason);
    props.onFailed();
  });
  useEffect(() => {
    let made: DrawnView | null = null;
    let isGone = false;
    const start = async () => {
      const base = await loadBaseMap();
      if (isGone || !drawnPlace.current) return;
      made = build(base, drawnPlace.current);
      setDrawn(made);
    };
    start().catch((reason: unknown) => {
      if (!isGone) fail(reason);
    });
    return () => {
      isGone = true;
      made?.remove();
      setDrawn(null);
    };
  }, []);
  const fill = (view: MapView) => {
    view.setPoints(points, clusters);
    view.setOutline(outline);
  };
  const { engine, isShown } = useEngine(drawn, {
    isReached,
    isSeen,
    mapStyleUrl,
    place: enginePlace,
    fill,
    build: (create, base) =>
      create({
        ...given,
        container: enginePlace.current as HTMLElement,
        base,
        colours,
        isMotionReduced,
        classes: names,
        camera: drawn?.camera() as Parameters<typeof create>[0]['camera'],
        onFailed: (reason) => console.error('The engine of the map cannot be had; it stays as it is drawn.', reason),
      }),
  });
  const sendPoints = useEffectEvent(() => {
    for (const view of [isShown ? null : drawn, engine]) if (view) fill(view);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for points and outline
  useEffect(() => sendPoints(), [drawn, pointsKey, JSON.stringify(outline)]);
  const hideDrawn = useEffectEvent(() => {
    if (isShown) drawn?.setPoints([], null);
    else if (drawn) fill(drawn);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the points follow isShown alone
  useEffect(() => hideDrawn(), [isShown]);
  const colourKey = JSON.stringify(colours);
  const sentColours = useRef(colourKey);
  const sendColours = useEffectEvent(() => {
    for (const view of [drawn, engine]) view?.setColours(colours);
  });
  useEffect(() => {
    if (sentColours.current !== colourKey) sendColours();
    sentColours.current = colourKey;
  }, [colourKey]);
  const view = isShown ? engine : drawn;
  const tellView = useEffectEvent(() => {
    const hadFocus = isShown && drawnPlace.current?.contains(document.activeElement);
    props.onView(view);
    if (hadFocus && document.activeElement?.closest('[role=dialog]') == null) view?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new view notifies the page
  useEffect(() => tellView(), [view]);
  const move = (how: (view: MapView) => void) => {
    setIsReached(true);
    if (view) how(view);
  };
  return (
    <div ref={frame} className={classes.frame} data-map={view ? (isShown ? 'engine' : 'drawn') : undefined}>
      <div ref={enginePlace} className={classes.map} inert={!isShown} data-placing={isPlacing || undefined} />
      <div ref={drawnPlace} className={classes.drawn} hidden={isShown} data-placing={isPlacing || undefined} />
      {view ? (
        <MapControls
          onZoom={(steps) => move((one) => one.zoomBy(steps))}
          onShowAll={() => move((one) => one.showAll())}
        />
      ) : (
        <Bone height="100%" style={{ position: 'absolute', inset: 0 }} />
      )}
      {children}
    </div>
  );
}
