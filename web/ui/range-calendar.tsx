import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { addDays, isCalendarDate, isoDateOf, monthStart } from '#domain/calendar-date.ts';
import { OverlayDrawer } from './overlay.tsx';
import { PlainButton } from './plain-button.tsx';
import classes from './range-calendar.module.css';
import { rangeCalendarStrings as strings } from './ui-strings.ts';

type Dates = { readonly start: string; readonly end: string };

type RangeCalendarProps = {
  dates: Dates;
  /** The last day that can be chosen; by default the current day in UTC. */
  today: string | undefined;
  /** Called with both days, in order, after the second one is chosen. */
  onDates: (dates: Dates) => void;
};

const IN_UTC = { timeZone: 'UTC' } as const;
const monthName = new Intl.DateTimeFormat(undefined, { ...IN_UTC, month: 'long', year: 'numeric' });
const dayName = new Intl.DateTimeFormat(undefined, { ...IN_UTC, dateStyle: 'full' });
const weekday = new Intl.DateTimeFormat(undefined, { ...IN_UTC, weekday: 'short' });
const weekdayName = new Intl.DateTimeFormat(undefined, { ...IN_UTC, weekday: 'long' });

/** Returns the Sunday of the day's week. */
const weekStart = (day: string): string => addDays(day, -new Date(day).getUTCDay());
const week = (first: string): string[] => Array.from({ length: 7 }, (_, at) => addDays(first, at));

/** Returns the weeks of a day's month, which begin on Sunday, including the days of other months at its edges. */
function weeksOf(day: string): string[][] {
  const first = monthStart(day, 0);
  const next = monthStart(day, -1);
  const weeks: string[][] = [];
  for (let from = weekStart(first); from < next; from = addDays(from, 7)) weeks.push(week(from));
  return weeks;
}

/** Returns the same day of another month, or that month's last day. */
function inMonth(day: string, monthsLater: number): string {
  const last = addDays(monthStart(day, -monthsLater - 1), -1);
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return same > last ? last : same;
}

/** Returns the day that a key moves to; null for any other key. */
function dayOfKey(key: string, day: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return weekStart(day);
    case 'End':
      return addDays(weekStart(day), 6);
    case 'PageUp':
      return inMonth(day, -1);
    case 'PageDown':
      return inMonth(day, 1);
    default:
      return null;
  }
}

/**
 * A month whose days can be chosen as the first and last day of a range. One day takes the tab stop; arrow keys, Home,
 * End, Page Up and Page Down move it.
 */
export function RangeCalendar({ dates, today = isoDateOf(Date.now()), onDates }: RangeCalendarProps) {
  const [at, setAt] = useState(isCalendarDate(dates.end) && dates.end <= today ? dates.end : today);
  const [begun, setBegun] = useState<string | null>(null);
  const [isMoved, setMoved] = useState(false);
  const grid = useRef<HTMLTableElement>(null);
  // The tab stop may have moved to a month that was not on the screen.
  useEffect(() => {
    if (isMoved) grid.current?.querySelector<HTMLButtonElement>(`[data-day="${at}"]`)?.focus();
  }, [at, isMoved]);
  const move = (day: string, isByKey: boolean): void => {
    setMoved(isByKey);
    setAt(day > today ? today : day);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = dayOfKey(event.key, at);
    if (next === null) return;
    event.preventDefault();
    move(next, true);
  };
  const choose = (day: string): void => {
    setAt(day);
    if (begun === null) {
      setBegun(day);
      return;
    }
    setBegun(null);
    onDates(day < begun ? { start: day, end: begun } : { start: begun, end: day });
  };
  const shown = begun === null ? dates : { start: begun, end: begun };
  const isLastMonth = monthStart(at, 0) === monthStart(today, 0);
  return (
    <div className={classes.calendar}>
      <div className={classes.month}>
        <button
          type="button"
          className={classes.step}
          aria-label={strings.previousMonth}
          onClick={() => move(inMonth(at, -1), false)}
        >
          <IconChevronLeft size={16} aria-hidden="true" />
        </button>
        <span aria-live="polite">{monthName.format(Date.parse(at))}</span>
        <button
          type="button"
          className={classes.step}
          aria-label={strings.nextMonth}
          disabled={isLastMonth}
          onClick={() => move(inMonth(at, 1), false)}
        >
          <IconChevronRight size={16} aria-hidden="true" />
        </button>
      </div>
      <table ref={grid} aria-label={monthName.format(Date.parse(at))}>
        <thead>
          <tr>
            {week(weekStart(at)).map((day) => (
              <th key={day} scope="col" aria-label={weekdayName.format(Date.parse(day))}>
                {weekday.format(Date.parse(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map((days) => (
            <tr key={days[0]}>
              {days.map((day) => {
                const isIn = day >= shown.start && day <= shown.end && shown.start !== '';
                return (
                  <td key={day} data-in={isIn || undefined}>
                    <button
                      type="button"
                      data-day={day}
                      data-other={day.slice(0, 7) !== at.slice(0, 7) || undefined}
                      data-edge={day === shown.start || day === shown.end || undefined}
                      tabIndex={day === at ? 0 : -1}
                      disabled={day > today}
                      aria-label={dayName.format(Date.parse(day))}
                      aria-current={day === today ? 'date' : undefined}
                      aria-pressed={isIn}
                      onKeyDown={onKeyDown}
                      onClick={() => choose(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.hint} role="status">
        {begun === null ? strings.chooseFirst : strings.chooseLast}
      </p>
    </div>
  );
}

type RangeOverlayProps = RangeCalendarProps & { isOpen: boolean; onClose: () => void; children: ReactNode };

/** The calendar below the dates, which Escape closes. */
export function CalendarPopover({ isOpen, onClose, children: _, ...props }: RangeOverlayProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
  if (!isOpen) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape on any day closes the calendar
    <div className={classes.popover} onKeyDown={onKeyDown}>
      <RangeCalendar {...props} />
    </div>
  );
}

/** The sheet of a date range on a phone: its presets and dates, and the calendar. */
export function RangeSheet({ isOpen, onClose, children, ...props }: RangeOverlayProps) {
  return (
    <OverlayDrawer name={strings.dateRange} isOpen={isOpen} onClose={onClose} side="bottom" size="min(36rem, 100dvh)">
      <div className={classes.sheet}>
        <div className={classes.sheetHead}>
          <h2>{strings.dateRange}</h2>
          <PlainButton isQuiet isSmall onClick={onClose}>
            {strings.close}
          </PlainButton>
        </div>
        {children}
        <RangeCalendar {...props} />
      </div>
    </OverlayDrawer>
  );
}
