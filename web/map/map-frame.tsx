import { ActionIcon } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MapArea } from '#domain/map-area.ts';
import { canDrawEngine, hasGraphicsCard } from '../lib/graphics.ts';
import { Bone } from '../ui/skeletons.tsx';
import { createDrawnView, type DrawnView } from './drawn-view.ts';
import { isLineSlow, whenIdle } from './engine-start.ts';
import type { createEngineView, EngineView } from './engine-view.ts';
import { loadBaseMap } from './load-base-map.ts';
import type { Camera } from './map-camera.ts';
import classes from './map-canvas.module.css';
import type { MapOutline } from './map-circle.ts';
import type { MapPoint } from './map-points.ts';
import { mapFrameStrings as strings } from './map-strings.ts';
import type { MapColours } from './map-style.ts';
import type { GivenClusters, MapView, MapViewOptions } from './map-view.ts';
import { useIsSeen } from './use-is-seen.ts';

type MapFrameProps = Pick<MapViewOptions, 'isStatusTold' | 'onChoose' | 'onPlace' | 'onMoved'> &
  Partial<Pick<MapViewOptions, 'onCluster'>> & {
    points: readonly MapPoint[];
    /** Clusters that the server computed, for networks with too many outlets to send. */
    given?: GivenClusters | null;
    /** A key that changes with the points or clusters. */
    pointsKey: string;
    /** A shape to draw below the outlets. */
    outline?: MapOutline | null;
    colours: MapColours;
    /** The operator's map style; empty for the map shipped with the product. */
    mapStyleUrl: string;
    /** Whether a click on the map chooses a place. */
    isPlacing?: boolean;
    /** Receives the current view: first the drawn map, later possibly the engine. */
    onView: (view: MapView | null) => void;
    /** Called when the map's own data can't be loaded. */
    onFailed: () => void;
    children?: ReactNode;
  };

/**
 * The product's map. The map is first drawn on a canvas. The engine takes over once the user uses the map, or if there
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
    console.error('The map could not be drawn.', reason);
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
        onFailed: (reason) => console.error('The interactive map could not be loaded. The static map stays.', reason),
      }),
  });
  const sendPoints = useEffectEvent(() => {
    for (const view of [isShown ? null : drawn, engine]) if (view) fill(view);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys represent points and outline
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

/** The buttons over the map: zoom in, zoom out, and show all outlets. */
function MapControls({ onZoom, onShowAll }: { onZoom: (steps: number) => void; onShowAll: () => void }) {
  return (
    <div className={classes.controls}>
      <ActionIcon variant="default" aria-label={strings.zoomIn} onClick={() => onZoom(1)}>
        <IconPlus size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={strings.zoomOut} onClick={() => onZoom(-1)}>
        <IconMinus size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={strings.showAllOutlets} onClick={onShowAll}>
        <IconFocusCentered size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}

/** Longest wait for an idle browser, in milliseconds. The page has long been drawn by then. */
const REST_MS = 10_000;

type Build = (make: typeof createEngineView, base: Parameters<typeof createEngineView>[0]['base']) => EngineView;

const isSame = (one: Camera, other: Camera): boolean =>
  one.lng === other.lng && one.lat === other.lat && one.zoom === other.zoom;

/**
 * Loads and starts the engine when the user uses the drawn map, or when a graphics card makes it cheap. `engine` is set
 * once the engine has started, below the drawn map. `isShown` is true once the engine has drawn the same extent and
 * replaces the drawn map. If the engine can't be loaded, the drawn map stays.
 */
function useEngine(
  drawn: DrawnView | null,
  options: {
    readonly isReached: boolean;
    readonly isSeen: boolean;
    readonly mapStyleUrl: string;
    readonly place: RefObject<HTMLElement | null>;
    readonly build: Build;
    /** Passes the current points and outline to the engine. */
    readonly fill: (engine: EngineView) => void;
  },
): { engine: EngineView | null; isShown: boolean } {
  const { isReached, isSeen, mapStyleUrl, place } = options;
  const [engine, setEngine] = useState<EngineView | null>(null);
  const [isShown, setIsShown] = useState(false);
  const [isFree, setIsFree] = useState(false);
  const isThere = drawn !== null;
  useEffect(() => {
    if (!isThere || !isSeen || isLineSlow()) return;
    return whenIdle(() => setIsFree(hasGraphicsCard()), REST_MS);
  }, [isThere, isSeen]);
  const build = useEffectEvent(options.build);
  const fill = useEffectEvent(options.fill);
  const isWanted = isThere && (isReached || isFree);
  useEffect(() => {
    if (!isWanted || drawn === null) return;
    let made: EngineView | null = null;
    let isGone = false;
    const start = async () => {
      if (!canDrawEngine()) return;
      const [{ createEngineView }, base] = await Promise.all([
        import('./engine-view.ts'),
        mapStyleUrl === '' ? loadBaseMap() : mapStyleUrl,
      ]);
      if (isGone || place.current === null) return;
      const view = build(createEngineView, base);
      made = view;
      fill(view);
      setEngine(view);
      let sent: Camera | null = null;
      // The user may have moved the drawn map meanwhile, so the engine draws the current extent before it replaces the
      // drawn map.
      const handOver = () => {
        if (isGone) return;
        const camera = drawn.camera();
        if (sent !== null && isSame(sent, camera)) return setIsShown(true);
        sent = camera;
        view.setCamera(camera);
        view.whenDrawn(() => drawn.whenFree(handOver));
      };
      view.whenDrawn(() => drawn.whenFree(handOver));
    };
    start().catch((reason: unknown) =>
      console.error('The interactive map could not be loaded. The static map stays.', reason),
    );
    return () => {
      isGone = true;
      made?.remove();
      setEngine(null);
      setIsShown(false);
    };
  }, [isWanted, drawn, mapStyleUrl, place]);
  return { engine, isShown };
}
