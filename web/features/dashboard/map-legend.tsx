import type { DeviceStatus } from '#contract/list.ts';
import { formatCount } from '../../lib/formatters.ts';
import { GUESSED_POSITIONS, type LegendCounts, type MapFilter, STATUSES } from '../../map/map-filter.ts';
import { STATUS_WORDS } from '../../ui/status-badge.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { mapLegendStrings as strings } from './dashboard-strings.ts';
import classes from './map-legend.module.css';

const POSITION_WORDS = { venue: strings.venuePosition, unknown: strings.positionUnknown } as const;

type MapLegendProps = {
  /** The loaded counts. Unknown counts are absent, not zero. */
  counts: Partial<LegendCounts>;
  filter: MapFilter;
  onChange: (filter: MapFilter) => void;
};

/** Explains the map's marks and shows their counts. A click on an entry filters the map. */
export function MapLegend({ counts, filter, onChange }: MapLegendProps) {
  const toggle = (status: DeviceStatus) => {
    const { statuses } = filter;
    const next = statuses.includes(status) ? statuses.filter((each) => each !== status) : [...statuses, status];
    onChange({ ...filter, statuses: next.length === STATUSES.length ? [] : next });
  };
  const togglePosition = (position: (typeof GUESSED_POSITIONS)[number]) => {
    const { positions } = filter;
    const next = positions.includes(position)
      ? positions.filter((each) => each !== position)
      : [...positions, position];
    onChange({ ...filter, positions: next });
  };
  return (
    <fieldset className={classes.legend} aria-label={strings.showOnMap}>
      {STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          className={classes.entry}
          aria-pressed={filter.statuses.includes(status)}
          onClick={() => toggle(status)}
        >
          <StatusMark status={status} />
          {STATUS_WORDS[status]} <Count of={counts[status]} />
        </button>
      ))}
      {/* Before the counts arrive, all entries reserve their space, so that the map does not move. */}
      {GUESSED_POSITIONS.filter((position) => position === 'unknown' || counts[position] !== 0).map((position) => (
        <button
          key={position}
          type="button"
          className={classes.entry}
          aria-pressed={filter.positions.includes(position)}
          data-waiting={(counts[position] === undefined && position !== 'unknown') || undefined}
          onClick={() => togglePosition(position)}
        >
          {position === 'unknown' ? <StatusMark status="never" hollow /> : null}
          {POSITION_WORDS[position]} <Count of={counts[position]} />
        </button>
      ))}
    </fieldset>
  );
}

function Count({ of }: { of: number | undefined }) {
  return (
    <span className={classes.count} data-waiting={of === undefined || undefined}>
      {of === undefined ? null : formatCount(of)}
    </span>
  );
}
