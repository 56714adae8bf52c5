import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { isCalendarDate } from '#domain/calendar-date.ts';
import { interpolate } from '../lib/interpolate.ts';
import { useLazyModule } from '../lib/use-lazy-module.ts';
import classes from './date-range.module.css';
import { PlainButton, plainButtonClass } from './plain-button.tsx';
import { dateRangeStrings as strings } from './ui-strings.ts';

type Dates = { readonly start: string; readonly end: string };

export type DateRangeProps<Preset extends string> = {
  /** Ranges with a name, in order. The server decides which days each covers. */
  presets: readonly { readonly value: Preset; readonly label: string }[];
  /** The chosen preset; null if dates are chosen. */
  chosen: Preset | null;
  /** The first and last day of the range, `YYYY-MM-DD`; '' if there is none. */
  dates: Dates;
  /** The last day that can be chosen; by default the current day in UTC. */
  today: string | undefined;
  onPreset: (preset: Preset) => void;
  onDates: (dates: Dates) => void;
};

const calendar = () => import('./range-calendar.tsx');

/**
 * The date range of a page: presets, or a first and a last day, typed or chosen in a calendar. On a phone, one button
 * shows the range and opens all of this in a sheet. The code of calendar and sheet loads when one of them opens.
 */
export function DateRange<Preset extends string>(props: DateRangeProps<Preset>) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(false);
  const { code, hasFailed, retry } = useLazyModule(calendar, isOpen);
  const opener = useRef<HTMLButtonElement>(null);
  const { presets, chosen, dates, today } = props;
  const close = (): void => {
    setOpen(false);
    opener.current?.focus();
  };
  const onDates = (next: Dates): void => {
    props.onDates(next);
    if (isOpen) close();
  };
  const range = presets.find(({ value }) => value === chosen)?.label ?? `${dates.start} – ${dates.end}`;
  const button = (
    <button
      ref={opener}
      type="button"
      className={plainButtonClass(true, true)}
      aria-expanded={isOpen}
      onClick={() => {
        setOpen(!isOpen);
        if (hasFailed) retry();
      }}
    >
      {isNarrow ? interpolate(strings.current, { range }) : strings.calendar}
    </button>
  );
  const choices = (
    <>
      <Presets
        {...props}
        onPreset={(preset) => {
          props.onPreset(preset);
          if (isOpen) close();
        }}
      />
      <DatesForm key={`${dates.start} ${dates.end}`} dates={dates} today={today} onDates={onDates}>
        {isNarrow ? null : button}
      </DatesForm>
    </>
  );
  const Part = code === null ? null : isNarrow ? code.RangeSheet : code.CalendarPopover;
  return (
    <>
      {isNarrow ? button : choices}
      {Part === null ? null : (
        <Part isOpen={isOpen} dates={dates} today={today} onDates={onDates} onClose={close}>
          {isNarrow ? choices : null}
        </Part>
      )}
    </>
  );
}

function Presets<Preset extends string>({ presets, chosen, onPreset }: DateRangeProps<Preset>) {
  return (
    <fieldset className={classes.presets} aria-label={strings.presets}>
      {presets.map(({ value, label }) => (
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
  );
}

function problemOf({ start, end }: Dates): string | null {
  if (!isCalendarDate(start) || !isCalendarDate(end)) return strings.datesMissing;
  return start > end ? strings.datesReversed : null;
}

type DatesFormProps = {
  dates: Dates;
  today: string | undefined;
  onDates: (dates: Dates) => void;
  /** Shown before the button Go. */
  children: ReactNode;
};

function DatesForm({ dates, today, onDates, children }: DatesFormProps) {
  const [draft, setDraft] = useState<Dates>(dates);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = problemOf(draft);
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
            onChange={(event) => {
              setDraft({ ...draft, [edge]: event.currentTarget.value });
              setProblem(null);
            }}
          />
        </label>
      ))}
      {children}
      <PlainButton type="submit" isQuiet isSmall>
        {strings.go}
      </PlainButton>
      {problem === null ? null : (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </form>
  );
}
