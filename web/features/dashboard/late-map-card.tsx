import { useState } from 'react';
import { useCode } from '../../lib/use-code.ts';
import type { MapFilter } from '../../map/map-filter.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeletons.tsx';
import { MapLegend } from './map-legend.tsx';
import classes from './outlet-map-card.module.css';
import type { OutletMapCardProps } from './outlet-map-card.tsx';

const outletMapCard = () => import('./outlet-map-card.tsx');

type LateMapCardProps = Omit<OutletMapCardProps, 'filter' | 'onFilter'> & {
  /** From now on its code is fetched. */
  isWanted: boolean;
};

/** The card of the map; until its code is there it has title, legend and place, so that nothing moves when it comes. */
export function LateMapCard({ isWanted, ...props }: LateMapCardProps) {
  const [filter, setFilter] = useState<MapFilter>({ statuses: [], positions: [] });
  const { code, hasFailed, isRetrying, retry } = useCode(outletMapCard, isWanted);
  if (code !== null) return <code.OutletMapCard {...props} filter={filter} onFilter={setFilter} />;
  return (
    <Panel title="Outlet map" context={'\u00a0'} className={classes.panel ?? ''} flush>
      <MapLegend counts={null} filter={filter} onChange={setFilter} />
      <div className={classes.stage}>
        {hasFailed ? (
          <ErrorState what="The map could not be loaded." onRetry={retry} isRetrying={isRetrying} />
        ) : (
          <Bone height="100%" />
        )}
      </div>
    </Panel>
  );
}
