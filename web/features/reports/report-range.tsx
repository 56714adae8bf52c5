import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Period } from '#contract/common.ts';
import { isCalendarDate } from '#domain/calendar-date.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { Fold } from './fold.tsx';
import { COMPARISONS, RANGES, type ReportSearch } from './report-search.ts';
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
      <fieldset className={classes.presets} aria-label={strings.presets}>
        {RANGES.map(({ value, label }, index) => (
          <button
            key={value}
            type="button"
            className={classes.preset}
            aria-pressed={chosen === value}
            aria-keyshortcuts={String(index + 1)}
            title={interpolate(strings.shortcut, { key: index + 1 })}
            onClick={() => onRange({ range: value })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <Fold label={strings.moreOptions}>
        <DatesForm key={`${dates.start} ${dates.end}`} dates={dates} today={period?.today} onDates={onRange} />
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

type Dates = { start: string; end: string };

function DatesForm({
  dates,
  today,
  onDates,
}: {
  dates: Dates;
  today: string | undefined;
  onDates: (dates: Dates) => void;
}) {
  const [draft, setDraft] = useState(dates);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isWhole = isCalendarDate(draft.start) && isCalendarDate(draft.end);
    const found = !isWhole ? strings.datesMissing : draft.start > draft.end ? strings.datesReversed : null;
    setProblem(found);
    if (found === null) onDates(draft);
  };
  return (
    <form className={classes.dates} onSubmit={submit} noValidate>
      {(['start', 'end'] as const).map((edge) => (
        <label key={edge} className={classes.date}>
          <span>{edge === 'start' ? strings.start : strings.end}</span>
          <input
            type="date"
            value={draft[edge]}
            max={today}
            aria-invalid={problem !== null}
            onChange={({ currentTarget: { value } }) => {
              setDraft({ ...draft, [edge]: value });
              setProblem(null);
            }}
          />
        </label>
      ))}
      <Button type="submit" variant="default">
        {strings.go}
      </Button>
      {problem === null ? null : (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </form>
  );
}
