import { Button } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import { canDrawMap } from '../../map/can-draw-map.ts';
import type { LegendCounts, MapFilter } from '../../map/map-filter.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Bone } from '../../ui/skeletons.tsx';
import classes from './outlet-map-card.module.css';
import { useMapCode } from './use-map-code.ts';
import { type StatusCounts, useMapOutlets } from './use-map-outlets.ts';

const outletMapList = () => import('./outlet-map-list.tsx');

/** What the list says about outlets that it has no row for. */
const IN_CLUSTERS = 'stand in clusters. Zoom in to list them.';
const TOO_MANY = 'are too many to list here. Find them under Locate.';

/** The counts in the card's header and legend. */
export type CountedOutlets = { readonly counts: LegendCounts; readonly total: number };

export type OutletMapStageProps = {
  /** The filter chosen in the legend. */
  filter: MapFilter;
  /** The element in the card's header for the list button. */
  actions: HTMLElement | null;
  /** Receives the counts; null while they are unknown. */
  onCounted: (counted: CountedOutlets | null) => void;
  mapStyleUrl: string;
  /** The counts of the overview; undefined while they are unknown. */
  told: StatusCounts | undefined;
  /** Whether the cards have loaded: the map's code loads after them. */
  mayDraw: boolean;
  /** The outlet whose popup is open. */
  chosen: string | null;
  onChoose: (eui: string | null) => void;
  onShowDevices: (eui: string) => void;
};

/** The map of outlets and their list. Reserves its space while its code loads. */
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
      List
    </Button>
  );
  return (
    <>
      {actions && !isListOnly ? createPortal(listButton, actions) : null}
      <div ref={stage} className={classes.stage} data-listed={isListed || isListOnly || undefined}>
        {error && !isThere ? (
          <ErrorState
            what="The map could not be loaded."
            message={error.message}
            onRetry={refetch}
            isRetrying={isFetching}
          />
        ) : null}
        {isListOnly && isThere ? (
          <div className={classes.fallback}>
            <p role="status">
              {canDraw ? 'Error: the map could not be loaded. ' : 'This browser cannot draw the map. '}
              The outlets are listed instead.{' '}
              {canDraw ? (
                <Button size="compact-xs" variant="default" onClick={retry}>
                  Try again
                </Button>
              ) : null}
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
            rest={isListOnly ? TOO_MANY : IN_CLUSTERS}
            onChoose={isListOnly ? onShowDevices : onChoose}
            chosen={chosen}
            title={isListOnly ? 'Outlets' : 'Outlets in view'}
          />
        ) : null}
        {list.hasFailed && (isListed || isListOnly) ? (
          <ErrorState what="The list of outlets could not be loaded." onRetry={list.retry} />
        ) : null}
      </div>
    </>
  );
}
