import { useMediaQuery } from '@mantine/hooks';
import { IconCalendar, IconX } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { isCalendarDate, isoDateOf } from '#domain/calendar-date.ts';
import { interpolate } from '../lib/interpolate.ts';
import { useLazyModule } from '../lib/use-lazy-module.ts';
import classes from './date-range.module.css';
import { lazyComponent } from './lazy-component.tsx';
import type { OverlayDrawerProps } from './overlay.tsx';
import { PlainButton } from './plain-button.tsx';
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
  /** Whether the digits 1 to 9 choose the presets. The page listens for the keys. */
  hasShortcuts?: boolean;
  onPreset: (preset: Preset) => void;
  onDates: (dates: Dates) => void;
};

const calendar = () => import('./range-calendar.tsx');

const Sheet = lazyComponent<OverlayDrawerProps>(
  () => import('./overlay.tsx').then((code) => code.OverlayDrawer),
  ({ onClose }) => onClose(),
);

/**
 * The date range of a page: presets, or a first and a last day, typed or chosen in a calendar. On a phone, one button
 * shows the range and opens all of this in a sheet.
 */
export function DateRange<Preset extends string>(props: DateRangeProps<Preset>) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(false);
  const { presets, chosen, dates, today, onPreset, onDates } = props;
  if (!isNarrow)
    return (
      <>
        <Presets {...props} />
        <DatesForm key={`${dates.start} ${dates.end}`} dates={dates} today={today} onDates={onDates} />
      </>
    );
  const shown =
    presets.find(({ value }) => value === chosen)?.label ??
    interpolate(strings.range, { start: dates.start, end: dates.end });
  const close = (): void => setOpen(false);
  return (
    <>
      <PlainButton
        isQuiet
        isSmall
        aria-haspopup="dialog"
        aria-label={interpolate(strings.current, { range: shown })}
        onClick={() => setOpen(true)}
      >
        <IconCalendar size={16} stroke={1.75} aria-hidden="true" /> {shown}
      </PlainButton>
      <Sheet name={strings.dateRange} isOpen={isOpen} onClose={close} side="bottom" size="auto">
        <div className={classes.sheet}>
          <div className={classes.sheetHead}>
            <h2>{strings.dateRange}</h2>
            <button type="button" className={classes.step} aria-label={strings.close} onClick={close}>
              <IconX size={18} stroke={1.75} aria-hidden="true" />
            </button>
          </div>
          <Presets
            {...props}
            onPreset={(preset) => {
              onPreset(preset);
              close();
            }}
          />
          <DatesForm
            key={`${dates.start} ${dates.end}`}
            dates={dates}
            today={today}
            isCalendarOpen
            onDates={(next) => {
              onDates(next);
              close();
            }}
          />
        </div>
      </Sheet>
    </>
  );
}

function Presets<Preset extends string>({ presets, chosen, hasShortcuts = false, onPreset }: DateRangeProps<Preset>) {
  return (
    <fieldset className={classes.presets} aria-label={strings.presets}>
      {presets.map(({ value, label }, index) => (
        <button
          key={value}
          type="button"
          className={classes.preset}
          aria-pressed={chosen === value}
          {...(hasShortcuts
            ? { 'aria-keyshortcuts': String(index + 1), title: interpolate(strings.shortcut, { key: index + 1 }) }
            : {})}
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
  /** Shows the calendar without a button that opens it. */
  isCalendarOpen?: boolean;
  onDates: (dates: Dates) => void;
};

function DatesForm({ dates, today, isCalendarOpen = false, onDates }: DatesFormProps) {
  const [draft, setDraft] = useState<Dates>(dates);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(isCalendarOpen);
  const { code, hasFailed, retry } = useLazyModule(calendar, isOpen);
  const button = useRef<HTMLButtonElement>(null);
  const change = (part: Partial<Dates>): void => {
    setDraft({ ...draft, ...part });
    setProblem(null);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = problemOf(draft);
    setProblem(found);
    if (found === null) onDates(draft);
  };
  const close = (): void => {
    if (isCalendarOpen) return;
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen || isCalendarOpen) return;
    event.preventDefault();
    close();
  };
  return (
    <form className={classes.dates} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      {(['start', 'end'] as const).map((edge) => (
        <label key={edge} className={classes.date}>
          <span>{edge === 'start' ? strings.start : strings.end}</span>
          <input
            type="date"
            value={draft[edge]}
            max={today}
            aria-invalid={problem !== null}
            onChange={(event) => change({ [edge]: event.currentTarget.value })}
          />
        </label>
      ))}
      {isCalendarOpen ? null : (
        <button
          ref={button}
          type="button"
          className={classes.opener}
          aria-expanded={isOpen}
          aria-label={strings.calendar}
          title={strings.calendar}
          onClick={() => {
            setOpen(!isOpen);
            if (hasFailed) retry();
          }}
        >
          <IconCalendar size={18} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      <PlainButton type="submit" isQuiet isSmall>
        {strings.go}
      </PlainButton>
      {problem === null ? null : (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {isOpen && hasFailed ? (
        <p role="alert" className={classes.problem}>
          {strings.calendarFailed}
        </p>
      ) : null}
      {isOpen && code !== null ? (
        <div className={isCalendarOpen ? undefined : classes.popover}>
          <code.RangeCalendar
            dates={draft}
            today={today ?? isoDateOf(Date.now())}
            onDates={(next) => {
              setDraft(next);
              setProblem(null);
              close();
              onDates(next);
            }}
          />
        </div>
      ) : null}
    </form>
  );
}
