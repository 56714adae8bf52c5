import { replaceEqualDeep } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { counted, NOUNS } from '#domain/counted.ts';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import type { MapFilter } from '../../map/map-filter.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeletons.tsx';
import { outletMapCardStrings as strings } from './dashboard-strings.ts';
import { MapLegend } from './map-legend.tsx';
import classes from './outlet-map-card.module.css';
import type { CountedOutlets, OutletMapStageProps } from './outlet-map-stage.tsx';

const outletMapStage = () => import('./outlet-map-stage.tsx');

/** Reserves the context line, so that nothing moves when its text arrives. */
const KEPT_LINE = '\u00a0';

type OutletMapCardProps = Omit<OutletMapStageProps, 'filter' | 'actions' | 'onCounted'> & {
  /** Loads the map's code once this is true. */
  isWanted: boolean;
};

/**
 * The map's card. Title and legend are present from the start, and the same elements stay when the map's code loads, so
 * that they keep the focus.
 */
export function OutletMapCard({ isWanted, ...props }: OutletMapCardProps) {
  const [filter, setFilter] = useState<MapFilter>({ statuses: [], positions: [] });
  const [outlets, setOutlets] = useState<CountedOutlets | null>(null);
  const noteCounted = useCallback(
    (next: CountedOutlets | null) => setOutlets((last) => replaceEqualDeep(last, next)),
    [],
  );
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const { code, hasFailed, isRetrying, retry } = useLazyModule(outletMapStage, isWanted);
  const total = outlets?.total;
  return (
    <Panel
      title={strings.title}
      context={total === undefined ? KEPT_LINE : counted(total, NOUNS.outlet)}
      className={classes.panel ?? ''}
      flush
      actions={<span ref={setActions} />}
    >
      <MapLegend counts={outlets?.counts ?? props.told ?? {}} filter={filter} onChange={setFilter} />
      {code ? (
        <code.OutletMapStage {...props} filter={filter} actions={actions} onCounted={noteCounted} />
      ) : (
        <div className={classes.stage}>
          {hasFailed ? (
            <ErrorState what={strings.loadFailed} onRetry={retry} isRetrying={isRetrying} />
          ) : (
            <Bone height="100%" />
          )}
        </div>
      )}
    </Panel>
  );
}
