import { Button } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatCount } from '../../lib/formatters.ts';
import { useCode } from '../../lib/use-code.ts';
import { canDrawMap } from '../../map/can-draw-map.ts';
import type { MapFilter } from '../../map/map-filter.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeletons.tsx';
import { MapLegend } from './map-legend.tsx';
import classes from './outlet-map-card.module.css';
import { useMapCode } from './use-map-code.ts';
import { type StatusCounts, useMapOutlets } from './use-map-outlets.ts';

const outletMapList = () => import('./outlet-map-list.tsx');

/** Keeps the line of context free, so that nothing moves when it comes. */
const KEPT_LINE = '\u00a0';

/** What the list says of those that it has no line for. */
const IN_CLUSTERS = 'stand in clusters. Zoom in to list them.';
const TOO_MANY = 'are too many to list here. Find them under Locate.';

export type OutletMapCardProps = {
  /** Chosen in the legend. */
  filter: MapFilter;
  onFilter: (filter: MapFilter) => void;
  mapStyleUrl: string;
  /** As the overview says it; undefined while it is not known. */
  told: StatusCounts | undefined;
  /** Whether the cards are there: the map's code comes after them. */
  mayDraw: boolean;
  /** The outlet whose popup is open. */
  chosen: string | null;
  onChoose: (eui: string | null) => void;
  onShowDevices: (eui: string) => void;
};

/** The map of outlets with legend and list; its place is kept while its code is on the way. */
export function OutletMapCard({ filter, onFilter, mapStyleUrl, mayDraw, chosen, told, ...rest }: OutletMapCardProps) {
  const { onChoose, onShowDevices } = rest;
  const [canDraw] = useState(canDrawMap);
  const outlets = useMapOutlets(filter, chosen, told);
  const { counts, crowded, error, given, isFetching, points, retry: refetch, total } = outlets;
  const isThere = counts !== null;
  const stage = useRef<HTMLDivElement>(null);
  const { Canvas, hasFailed, fail, retry } = useMapCode(canDraw && mayDraw && isThere, stage, chosen !== null);
  const [isListed, setIsListed] = useState(false);
  const [inView, setInView] = useState<ReadonlySet<string> | null>(null);
  const isListOnly = !canDraw || hasFailed;
  const list = useCode(outletMapList, isListed || isListOnly);
  const listed = inView && !isListOnly ? points.filter(({ eui }) => inView.has(eui)) : points;
  return (
    <Panel
      title="Outlet map"
      context={isThere ? `${formatCount(total)} ${total === 1 ? 'outlet' : 'outlets'}` : KEPT_LINE}
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
      <MapLegend counts={counts} filter={filter} onChange={onFilter} />
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
    </Panel>
  );
}
