import type { DeviceStatus } from '#contract/list.ts';
import { formatCount } from '../../lib/formatters.ts';
import { STATUS_WORDS } from '../../ui/status-badge.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import classes from './map-legend.module.css';
import { type LegendCounts, type MapFilter, STATUSES } from './map-points.ts';

type MapLegendProps = { counts: LegendCounts; filter: MapFilter; onChange: (filter: MapFilter) => void };

/** What the signs mean and how many there are; a click shows only those that are chosen. */
export function MapLegend({ counts, filter, onChange }: MapLegendProps) {
  const toggle = (status: DeviceStatus) => {
    const { statuses } = filter;
    const next = statuses.includes(status) ? statuses.filter((each) => each !== status) : [...statuses, status];
    onChange({ ...filter, statuses: next.length === STATUSES.length ? [] : next });
  };
  return (
    <fieldset className={classes.legend} aria-label="Show on the map">
      {STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          className={classes.entry}
          aria-pressed={filter.statuses.includes(status)}
          onClick={() => toggle(status)}
        >
          <StatusMark status={status} />
          {STATUS_WORDS[status]} <span className={classes.count}>{formatCount(counts[status])}</span>
        </button>
      ))}
      <button
        type="button"
        className={classes.entry}
        aria-pressed={filter.onlyUnknown}
        onClick={() => onChange({ ...filter, onlyUnknown: !filter.onlyUnknown })}
      >
        <StatusMark status="never" hollow />
        Position unknown <span className={classes.count}>{formatCount(counts.unknown)}</span>
      </button>
    </fieldset>
  );
}
