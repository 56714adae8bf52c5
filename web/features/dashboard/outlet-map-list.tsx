import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { counted, NOUNS } from '#domain/counted.ts';
import { shownEui } from '#domain/eui.ts';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { outletPlace, positionNote } from '../../lib/outlet-words.ts';
import type { MapPoint } from '../../map/map-points.ts';
import { STATUS_WORDS } from '../../ui/status-badge.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { type outletMapStageStrings, outletMapListStrings as strings } from './dashboard-strings.ts';
import classes from './outlet-map-list.module.css';

const ROW_PX = 52;

type OutletMapListProps = {
  points: readonly MapPoint[];
  /** Number of outlets on screen that are in clusters and therefore have no row in the list. */
  crowded: number;
  /** Explains how the user can list the outlets that are not shown. */
  rest: (typeof outletMapStageStrings)['inClusters' | 'notListed'];
  title: string;
  chosen: string | null;
  onChoose: (eui: string) => void;
};

/**
 * The map's outlets as a list. The list makes every marker accessible by keyboard, and replaces the map if the browser
 * can't draw it.
 */
export function OutletMapList({ points, crowded, rest, title, chosen, onChoose }: OutletMapListProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: points.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const showChosen = useEffectEvent((eui: string) => {
    const index = points.findIndex((point) => point.eui === eui);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
  });
  useEffect(() => {
    if (chosen !== null) showChosen(chosen);
  }, [chosen]);
  return (
    <section className={classes.list} aria-labelledby={id}>
      <h3 className={classes.title} id={id}>
        {title} <span>{formatCount(points.length)}</span>
      </h3>
      <div ref={box} className={classes.box}>
        {points.length === 0 && crowded === 0 ? <p className={classes.empty}>{strings.empty}</p> : null}
        {crowded > 0 ? (
          <p className={classes.empty}>{interpolate(rest, { outlets: counted(crowded, NOUNS.outlet) })}</p>
        ) : null}
        <ul style={{ height: virtual.getTotalSize() }} className={classes.rows}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const point = points[index];
            return point ? (
              <li
                key={point.eui}
                aria-setsize={points.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                <button
                  type="button"
                  className={classes.row}
                  aria-current={chosen === point.eui || undefined}
                  onClick={() => onChoose(point.eui)}
                >
                  <StatusMark status={point.status} hollow={!point.located} />
                  <span className={classes.names}>
                    <span className={classes.eui}>{shownEui(point.eui)}</span>
                    <span className={classes.customer}>
                      {[outletPlace(point), point.customer, positionNote(point.position)].filter(Boolean).join(' · ')}
                      <span className={classes.hidden}>
                        {interpolate(strings.hiddenStatus, { status: STATUS_WORDS[point.status] })}
                      </span>
                    </span>
                  </span>
                </button>
              </li>
            ) : null;
          })}
        </ul>
      </div>
    </section>
  );
}
