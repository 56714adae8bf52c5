import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type DashboardSearch, searchedDates } from './dashboard-search.ts';
import { type CalendarRange, isCalendarDate, RANGE_PRESETS, type RangePreset } from './date-range.ts';
import classes from './range-filter.module.css';

type RangeFilterProps = {
  search: DashboardSearch;
  /** Today's date in the reader's zone. */
  today: string;
  onPreset: (preset: RangePreset) => void;
  onDates: (dates: CalendarRange) => void;
};

function problemOf({ start, end }: CalendarRange): string | null {
  if (!isCalendarDate(start) || !isCalendarDate(end)) return 'Choose a start and an end date.';
  return start > end ? 'The start must not be after the end.' : null;
}

/** The date range of everything on the page: presets, or start, end and Go (decisions section 6). */
export function RangeFilter({ search, today, onPreset, onDates }: RangeFilterProps) {
  const chosen = search.start === undefined ? (search.range ?? 'all') : null;
  const dates = searchedDates(search, today);
  return (
    <section className={classes.filter} aria-label="Date range">
      <fieldset className={classes.presets} aria-label="Presets">
        {RANGE_PRESETS.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className={classes.preset}
            aria-pressed={chosen === value}
            onClick={() => onPreset(value)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <DatesForm key={`${dates?.start} ${dates?.end}`} dates={dates} today={today} onDates={onDates} />
    </section>
  );
}

type DatesFormProps = { dates: CalendarRange | null; today: string; onDates: (dates: CalendarRange) => void };

function DatesForm({ dates, today, onDates }: DatesFormProps) {
  const [draft, setDraft] = useState<CalendarRange>(dates ?? { start: '', end: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const change = (part: Partial<CalendarRange>) => {
    setDraft({ ...draft, ...part });
    setProblem(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(draft);
    setProblem(found);
    if (!found) onDates(draft);
  };
  return (
    <form className={classes.dates} onSubmit={submit} noValidate>
      <label className={classes.date}>
        <span>Start</span>
        <input
          type="date"
          value={draft.start}
          max={today}
          aria-invalid={problem !== null}
          onChange={(event) => change({ start: event.currentTarget.value })}
        />
      </label>
      <label className={classes.date}>
        <span>End</span>
        <input
          type="date"
          value={draft.end}
          max={today}
          aria-invalid={problem !== null}
          onChange={(event) => change({ end: event.currentTarget.value })}
        />
      </label>
      <Button type="submit" variant="default" className={classes.go ?? ''}>
        Go
      </Button>
      {problem ? (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      ) : null}
    </form>
  );
}
