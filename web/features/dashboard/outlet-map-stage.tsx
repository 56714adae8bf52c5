import { Button } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { DeviceStatus } from '#contract/list.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import { canDrawMap } from '../../map/can-draw-map.ts';
import { isLineSlow, whenIdle } from '../../map/engine-start.ts';
import { clustersOf, type MapPart, partAround } from '../../map/given-clusters.ts';
import type { LegendCounts, MapFilter } from '../../map/map-filter.ts';
import { type Box, HOME_BOX, isShown, legendCounts, type MapPoint, mapPoints } from '../../map/map-points.ts';
import type { GivenClusters } from '../../map/map-view.ts';
import { useIsSeen } from '../../map/use-is-seen.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Bone } from '../../ui/skeletons.tsx';
import { outletClustersQuery, outletMapQuery, outletPlaceQuery } from './dashboard-api.ts';
import { outletMapStageStrings as strings } from './dashboard-strings.ts';
import type { OutletMapCanvasProps } from './outlet-map-canvas.tsx';
import classes from './outlet-map-card.module.css';

const outletMapList = () => import('./outlet-map-list.tsx');

/** The counts in the card's header and legend. */
export type CountedOutlets = { readonly counts: LegendCounts; readonly total: number };

export type OutletMapStageProps = {
  /** The filter chosen in the legend. */
  filter: MapFilter;
  /** The element in the card's header that holds the list button. */
  actions: HTMLElement | null;
  /** Receives the counts; null until they are loaded. */
  onCounted: (counted: CountedOutlets | null) => void;
  mapStyleUrl: string;
  /** The overview's counts; undefined until they are loaded. */
  told: StatusCounts | undefined;
  /** Whether the cards have loaded. The map's code loads after them. */
  mayDraw: boolean;
  /** The outlet whose popup is open. */
  chosen: string | null;
  onChoose: (eui: string | null) => void;
  onShowDevices: (eui: string) => void;
};

/** The outlet map and its list. Reserves their space while the code loads. */
export function OutletMapStage({ filter, mapStyleUrl, mayDraw, chosen, told, ...rest }: OutletMapStageProps) {
  const { actions, onCounted, onChoose, onShowDevices } = rest;
  const [canDraw] = useState(canDrawMap);
  const outlets = useMapOutlets(filter, chosen, told);
  const { counts, crowded, error, given, isFetching, points, retry: refetch, total } = outlets;
  const isThere = counts !== null;
  useEffect(() => onCounted(counts && { counts, total }));
  const stage = useRef<HTMLDivElement>(null);
  const { Canvas, hasFailed, fail, retry } = useMapCode(canDraw && mayDraw && isThere, stage, chosen !== null);
  const [isListed, setIsListed] = useState(false);
  const [inView, setInView] = useState<ReadonlySet<string> | null>(null);
  const isListOnly = !canDraw || hasFailed;
  const list = useLazyModule(outletMapList, isListed || isListOnly);
  const listed = inView && !isListOnly ? points.filter(({ eui }) => inView.has(eui)) : points;
  const listButton = (
    <Button
      variant={isListed ? 'light' : 'subtle'}
      color="gray"
      size="xs"
      leftSection={<IconList size={16} aria-hidden="true" />}
      aria-expanded={isListed}
      onClick={() => setIsListed(!isListed)}
    >
      {strings.list}
    </Button>
  );
  return (
    <>
      {actions && !isListOnly ? createPortal(listButton, actions) : null}
      <div ref={stage} className={classes.stage} data-listed={isListed || isListOnly || undefined}>
        {error && !isThere ? (
          <ErrorState what={strings.loadFailed} message={error.message} onRetry={refetch} isRetrying={isFetching} />
        ) : null}
        {isListOnly && isThere ? (
          <div className={classes.fallback}>
            <p role="status">
              {canDraw
                ? interpolate(strings.listInsteadFailed, {
                    retry: (
                      <Button size="compact-xs" variant="default" onClick={retry}>
                        {strings.tryAgain}
                      </Button>
                    ),
                  })
                : strings.listInsteadUnsupported}
            </p>
          </div>
        ) : null}
        {!isListOnly && !(error && !isThere) ? (
          <div className={classes.canvas}>
            {Canvas && isThere ? (
              <Canvas
                points={points}
                given={given}
                onPart={outlets.onMoved}
                mapStyleUrl={mapStyleUrl}
                chosen={chosen}
                onChoose={onChoose}
                onMoved={setInView}
                onShowDevices={onShowDevices}
                onFailed={fail}
              />
            ) : (
              <Bone height="100%" />
            )}
          </div>
        ) : null}
        {isThere && list.code && (isListed || isListOnly) ? (
          <list.code.OutletMapList
            points={listed}
            crowded={crowded}
            rest={isListOnly ? strings.notListed : strings.inClusters}
            onChoose={isListOnly ? onShowDevices : onChoose}
            chosen={chosen}
            title={isListOnly ? strings.outlets : strings.outletsInView}
          />
        ) : null}
        {list.hasFailed && (isListed || isListOnly) ? (
          <ErrorState what={strings.listLoadFailed} onRetry={list.retry} />
        ) : null}
      </div>
    </>
  );
}

type Code = { readonly Canvas: ComponentType<OutletMapCanvasProps> | null; readonly hasFailed: boolean };

/**
 * Interval between checks of whether the map may load. The map waits for the cards' own requests and first paint, and
 * then until nothing is loading, for at most `MOST_LOOKS` checks.
 */
const LOOK_EVERY_MS = 400;
const MOST_LOOKS = 20;
const LATEST_START_MS = 1_500;
/**
 * Margin around the screen within which the map loads, unless the connection is slow. On a phone, the map is below the
 * first figures.
 */
const NEAR = '200px 0px';

/**
 * Loads the map's code and outlines after everything else, once the map is near the screen, because drawing the map is
 * the dashboard's longest single task. On a slow connection, the code loads only when the map's place is visible.
 */
export function useMapCode(
  isWanted: boolean,
  place: RefObject<HTMLElement | null>,
  /** Whether an outlet is chosen. The map then scrolls itself into view. */
  hasChosen: boolean,
): Code & { fail: () => void; retry: () => void } {
  const [code, setCode] = useState<Code>({ Canvas: null, hasFailed: false });
  const [attempt, setAttempt] = useState(0);
  const isNear = useIsSeen(place, isWanted, isLineSlow() ? '0px' : NEAR);
  const mayLoad = isWanted && (isNear || hasChosen);
  const queries = useQueryClient();
  useEffect(() => {
    if (!mayLoad) return;
    let isCancelled = false;
    // `attempt` is a dependency only to run the effect again.
    void attempt;
    const load = () =>
      import('./outlet-map-canvas.tsx').then(
        ({ OutletMapCanvas }) => isCancelled || setCode({ Canvas: OutletMapCanvas, hasFailed: false }),
        () => isCancelled || setCode({ Canvas: null, hasFailed: true }),
      );
    const cancel = whenQuiet(
      () => queries.isFetching() > 0,
      () => void load(),
    );
    return () => {
      isCancelled = true;
      cancel();
    };
  }, [mayLoad, attempt, queries]);
  return {
    ...code,
    fail: () => setCode({ Canvas: null, hasFailed: true }),
    retry: () => setAttempt(attempt + 1),
  };
}

/**
 * Calls `callback` when nothing is loading, the cards are painted and the browser is idle. Returns a function that
 * cancels.
 */
function whenQuiet(isBusy: () => boolean, callback: () => void): () => void {
  let forget: (() => void) | undefined;
  let looks = 0;
  const timer = setInterval(() => {
    looks += 1;
    if (isBusy() && looks < MOST_LOOKS) return;
    clearInterval(timer);
    forget = whenIdle(callback, LATEST_START_MS);
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    forget?.();
  };
}

/**
 * The area to load before the map reports its visible area: the whole world at a zoom that fits all outlets on one
 * screen.
 */
const WHOLE: MapPart = { zoom: '4', west: '-180', south: '-90', east: '180', north: '90' };

type MapOutlets = {
  /** Null until loaded. */
  readonly counts: LegendCounts | null;
  readonly total: number;
  /** Outlets with their own marker. */
  readonly points: readonly MapPoint[];
  /** Null if every outlet is in `points`. */
  readonly given: GivenClusters | null;
  /** Number of outlets on screen without their own marker. */
  readonly crowded: number;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly retry: () => void;
  readonly onMoved: (box: Box, zoom: number) => void;
};

/** Loads the outlets for the map: all outlets of a small network together, or the visible area of a large network. */
function useMapOutlets(filter: MapFilter, chosen: string | null, told: StatusCounts | undefined): MapOutlets {
  const whole = useQuery(outletMapQuery());
  const [part, setPart] = useState(WHOLE);
  const isLarge = whole.data !== undefined && whole.data.eui.length === 0 && (whole.data.total ?? 0) > 0;
  const some = useQuery({ ...outletClustersQuery(part, filter), enabled: isLarge });
  const place = useQuery({ ...outletPlaceQuery(chosen ?? ''), enabled: isLarge && chosen !== null });
  const onMoved = (box: Box, zoom: number) => {
    const next = partAround(box, zoom);
    if (isLarge && JSON.stringify(next) !== JSON.stringify(part)) setPart(next);
  };
  const asked = isLarge ? some : whole;
  const state = { isFetching: asked.isFetching, retry: () => void asked.refetch(), onMoved };
  if (isLarge) {
    const { data, error } = some;
    if (data === undefined) return { ...NOTHING, ...state, error };
    const alone = mapPoints(data.outlets);
    const clusters =
      filter.positions.includes('unknown') && !filter.positions.includes('venue') ? [] : clustersOf(data);
    const missing = place.data && !alone.some(({ eui }) => eui === chosen) ? [pointOf(place.data)] : [];
    const { online, late, offline, never, at_venue: venue, unlocated: unknown, total, box } = data;
    return {
      ...state,
      error: null,
      total,
      counts: asTold({ online, late, offline, never, venue, unknown }, told),
      points: [...alone, ...missing],
      given: { clusters, box: box ?? HOME_BOX },
      crowded: clusters.reduce((sum, cluster) => sum + cluster.total, 0),
    };
  }
  if (whole.data === undefined) return { ...NOTHING, ...state, error: whole.error };
  const points = mapPoints(whole.data);
  return {
    ...state,
    error: null,
    total: points.length,
    counts: asTold(legendCounts(points), told),
    given: null,
    crowded: 0,
    points: points.filter((point) => isShown(point, filter)),
  };
}

/** The number of outlets per status, from the overview. */
type StatusCounts = Readonly<Record<DeviceStatus, number>>;

const sumOf = ({ online, late, offline, never }: StatusCounts): number => online + late + offline + never;

/**
 * Returns the overview's counts if they cover as many outlets as the map, else the map's counts. Map and overview load
 * at different times, and statuses change within minutes.
 */
const asTold = (counts: LegendCounts, told: StatusCounts | undefined): LegendCounts =>
  told !== undefined && sumOf(told) === sumOf(counts) ? { ...counts, ...told } : counts;

const NOTHING = { counts: null, total: 0, points: [], given: null, crowded: 0 } as const;

type Place = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof outletPlaceQuery>['queryFn']>>>>;

const pointOf = (device: Place): MapPoint => ({
  eui: device.eui,
  lat: device.lat,
  lng: device.lng,
  located: device.located,
  position: device.position,
  status: device.status,
  label: device.label,
  venue: device.venue,
  customer: device.customer,
  lastSeenMs: device.last_seen === null ? null : Date.parse(device.last_seen),
  offset: [0, 0],
});
