import type { Period } from '#contract/common.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { RANGES } from '../../lib/range-presets.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { Fold } from './fold.tsx';
import { COMPARISONS, type ReportSearch } from './report-search.ts';
import classes from './reports.module.css';
import { reportRangeStrings as strings } from './reports-strings.ts';

type ReportRangeProps = {
  search: ReportSearch;
  period: Period | undefined;
  onRange: (range: Pick<ReportSearch, 'range' | 'start' | 'end'>) => void;
  onCompare: (compare: ReportSearch['compare']) => void;
  onKnown: (date: string) => void;
  /** Undefined selects the contract's time zone. */
  onZone: (tz: string | undefined) => void;
};

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** Selects the report's days, as a preset (each has a key) or as dates, and the period to compare with. */
export function ReportRange({ search, period, onRange, onCompare, onKnown, onZone }: ReportRangeProps) {
  const { start, end, range = '30d', compare = 'previous', tz = '' } = search;
  const chosen = start === undefined ? range : null;
  const dates = { start: start ?? period?.from ?? '', end: end ?? period?.to ?? '' };
  return (
    <section className={classes.filter} aria-label={strings.dateRange}>
      <DateRange
        presets={RANGES}
        chosen={chosen}
        dates={dates}
        today={period?.today}
        onPreset={(preset) => onRange({ range: preset })}
        onDates={onRange}
      />
      <Fold label={strings.moreOptions}>
        <label className={classes.compare}>
          <span>{strings.compareWith}</span>
          <select
            value={chosen === 'all' ? 'none' : compare}
            disabled={chosen === 'all'}
            onChange={({ currentTarget: { value } }) =>
              onCompare(COMPARISONS.find((one) => one.value === value)?.value ?? 'previous')
            }
          >
            {COMPARISONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className={classes.compare}>
          <span>{strings.asKnownOn}</span>
          <input
            type="date"
            value={search.known_on ?? ''}
            max={period?.today}
            onChange={({ currentTarget: { value } }) => onKnown(value)}
          />
        </label>
        <label className={classes.compare}>
          <span>{strings.timeZone}</span>
          <select
            value={tz}
            onChange={({ currentTarget: { value } }) => onZone(value === '' ? undefined : value)}
            title={
              period === undefined ? undefined : interpolate(strings.currentTimeZone, { timeZone: period.time_zone })
            }
          >
            <option value="">{strings.contractTimeZone}</option>
            {(tz === '' || ZONES.includes(tz) ? ZONES : [tz, ...ZONES]).map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        </label>
      </Fold>
    </section>
  );
}
