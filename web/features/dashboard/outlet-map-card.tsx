import { Button } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { formatCount } from '../../lib/formatters.ts';
import { useCode } from '../../lib/use-code.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeletons.tsx';
import { outletMapQuery } from './api.ts';
import { MapLegend } from './map-legend.tsx';
import { isShown, legendCounts, type MapFilter, mapPoints } from './map-points.ts';
import type { OutletMapCanvasProps } from './outlet-map-canvas.tsx';
import classes from './outlet-map-card.module.css';

const outletMapList = () => import('./outlet-map-list.tsx');

/** Keeps the line of context free, so that nothing moves when it comes. */
const KEPT_LINE = '\u00a0';

type Code = { Canvas: ComponentType<OutletMapCanvasProps> | null; hasFailed: boolean };

/** The cards' own calls and first paint go before the map; then it waits for a rest, so long at most. */
const EARLIEST_START_MS = 400;
const LATEST_START_MS = 1_500;

/** Loads the map's code when the page has settled: the cards come first. */
function useMapCode(isWanted: boolean): Code & { fail: () => void; retry: () => void } {
  const [code, setCode] = useState<Code>({ Canvas: null, hasFailed: false });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isWanted) return;
    let isCancelled = false;
    // A repeated attempt is a new effect: `attempt` only says so.
    void attempt;
    const load = () =>
      import('./outlet-map-canvas.tsx').then(
        ({ OutletMapCanvas }) => isCancelled || setCode({ Canvas: OutletMapCanvas, hasFailed: false }),
        () => isCancelled || setCode({ Canvas: null, hasFailed: true }),
      );
    const cancel = whenIdle(() => void load());
    return () => {
      isCancelled = true;
      cancel();
    };
  }, [isWanted, attempt]);
  return {
    ...code,
    fail: () => setCode({ Canvas: null, hasFailed: true }),
    retry: () => setAttempt(attempt + 1),
  };
}

/** Calls back when the cards are painted and the browser rests. Safari has no idle callback. */
function whenIdle(callback: () => void): () => void {
  let handle = 0;
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback !== 'function') callback();
    else handle = requestIdleCallback(callback, { timeout: LATEST_START_MS });
  }, EARLIEST_START_MS);
  return () => {
    clearTimeout(timer);
    if (handle) cancelIdleCallback(handle);
  };
}

/** Whether this browser can draw the map at all. */
function hasWebGl(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

type OutletMapCardProps = {
  mapStyleUrl: string;
  /** Whether the cards are there: the map's code comes after them. */
  mayDraw: boolean;
  /** The outlet whose popup is open. */
  chosen: string | null;
  onChoose: (eui: string | null) => void;
  onShowDevices: (eui: string) => void;
};

/** The map of outlets with legend and list; its place is kept while its code is on the way. */
export function OutletMapCard({ mapStyleUrl, mayDraw, chosen, onChoose, onShowDevices }: OutletMapCardProps) {
  const { data: map, error, isFetching, refetch } = useQuery(outletMapQuery());
  const [canDraw] = useState(hasWebGl);
  const { Canvas, hasFailed, fail, retry } = useMapCode(canDraw && mayDraw && map !== undefined);
  const [filter, setFilter] = useState<MapFilter>({ statuses: [], positions: [] });
  const [isListed, setIsListed] = useState(false);
  const [inView, setInView] = useState<ReadonlySet<string> | null>(null);
  const points = map ? mapPoints(map) : [];
  const shown = points.filter((point) => isShown(point, filter));
  const isListOnly = !canDraw || hasFailed;
  const list = useCode(outletMapList, isListed || isListOnly);
  const listed = inView && !isListOnly ? shown.filter(({ eui }) => inView.has(eui)) : shown;
  return (
    <Panel
      title="Outlet map"
      context={map ? `${formatCount(points.length)} ${points.length === 1 ? 'outlet' : 'outlets'}` : KEPT_LINE}
      className={classes.panel ?? ''}
      flush
      actions={
        isListOnly ? undefined : (
          <Button
            variant={isListed ? 'light' : 'subtle'}
            color="gray"
            size="xs"
            leftSection={<IconList size={16} aria-hidden="true" />}
            aria-expanded={isListed}
            onClick={() => setIsListed(!isListed)}
          >
            List
          </Button>
        )
      }
    >
      <MapLegend counts={legendCounts(points)} filter={filter} onChange={setFilter} />
      <div className={classes.stage} data-listed={isListed || isListOnly || undefined}>
        {error && !map ? (
          <ErrorState
            what="The map could not be loaded."
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : null}
        {isListOnly && map ? (
          <div className={classes.fallback}>
            <p role="status">
              {canDraw ? 'Error: the map could not be loaded. ' : 'This browser cannot draw the map (WebGL is off). '}
              The outlets are listed instead.{' '}
              {canDraw ? (
                <Button size="compact-xs" variant="default" onClick={retry}>
                  Try again
                </Button>
              ) : null}
            </p>
          </div>
        ) : null}
        {!isListOnly && !(error && !map) ? (
          <div className={classes.canvas}>
            {Canvas && map ? (
              <Canvas
                points={shown}
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
        {map && list.code && (isListed || isListOnly) ? (
          <list.code.OutletMapList
            points={listed}
            onChoose={isListOnly ? onShowDevices : onChoose}
            chosen={chosen}
            title={isListOnly ? 'Outlets' : 'Outlets in view'}
          />
        ) : null}
        {list.hasFailed && (isListed || isListOnly) ? (
          <ErrorState what="The list of outlets could not be loaded." onRetry={list.retry} />
        ) : null}
      </div>
    </Panel>
  );
}
