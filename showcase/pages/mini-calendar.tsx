import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './mini-calendar.module.css';

/** An event on one day of the current month. */
export type CalendarEvent = {
  readonly day: number;
  readonly title: string;
  readonly info: string;
  /** The color of the event's dot. */
  readonly tone: 'success' | 'primary' | 'danger' | 'info';
  /** A URL to open in a new tab instead of showing `info`. */
  readonly link?: string;
};

const DAY_LETTERS = [
  ['S', 'Sunday'],
  ['M', 'Monday'],
  ['T', 'Tuesday'],
  ['W', 'Wednesday'],
  ['T', 'Thursday'],
  ['F', 'Friday'],
  ['S', 'Saturday'],
] as const;

type Month = { readonly year: number; readonly month: number };
type Day = { readonly date: Date; readonly isOther: boolean };

const sameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString();

/** Returns a month's weeks, starting on Sundays. */
function weeksOf({ year, month }: Month): Day[][] {
  const first = new Date(year, month, 1);
  const length = new Date(year, month + 1, 0).getDate();
  const count = Math.ceil((first.getDay() + length) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => {
      const date = new Date(year, month, 1 - first.getDay() + week * 7 + weekday);
      return { date, isOther: date.getMonth() !== month };
    }),
  );
}

/** A small calendar of one month. Pressing a day with an event shows the event. Only the current month has events. */
export function MiniCalendar({ events }: { events: readonly CalendarEvent[] }) {
  const today = new Date();
  const [shown, setShown] = useState<Month>({ year: today.getFullYear(), month: today.getMonth() });
  const isPresent = shown.year === today.getFullYear() && shown.month === today.getMonth();
  const turn = (months: number): void => {
    const next = new Date(shown.year, shown.month + months, 1);
    setShown({ year: next.getFullYear(), month: next.getMonth() });
  };
  const name = new Date(shown.year, shown.month, 1).toLocaleDateString('en-US', { month: 'long', year: 'numeric' });
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <ActionIcon aria-label="Previous month" onClick={() => turn(-1)}>
          <IconChevronLeft size={16} aria-hidden="true" />
        </ActionIcon>
        <span className={classes.month} aria-live="polite">
          {name}
        </span>
        <ActionIcon aria-label="Next month" onClick={() => turn(1)}>
          <IconChevronRight size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      <table className={classes.table}>
        <caption className={classes.spoken}>{name}</caption>
        <thead>
          <tr>
            {DAY_LETTERS.map(([letter, day]) => (
              <th key={day} scope="col" abbr={day}>
                {letter}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(shown).map((week) => (
            <tr key={week[0]?.date.toISOString()}>
              {week.map(({ date, isOther }) => (
                <td
                  key={date.toISOString()}
                  data-other={isOther || undefined}
                  data-today={sameDay(date, today) || undefined}
                  {...(sameDay(date, today) ? { 'aria-current': 'date' } : {})}
                >
                  <DayCell
                    day={date.getDate()}
                    event={isPresent && !isOther ? events.find(({ day }) => day === date.getDate()) : undefined}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayCell({ day, event }: { day: number; event: CalendarEvent | undefined }) {
  if (!event) return <span className={classes.day}>{day}</span>;
  const { title, tone, link } = event;
  if (link === undefined) return <ToldDay day={day} event={event} />;
  return (
    <Tooltip label={title}>
      <a
        className={classes.day}
        href={link}
        target="_blank"
        rel="noreferrer"
        aria-label={`${day}: ${title}, opens a new tab`}
      >
        {day}
        <span className={classes.dot} data-tone={tone} aria-hidden="true" />
      </a>
    </Tooltip>
  );
}

/** A day that shows its event when pressed. */
function ToldDay({ day, event: { title, info, tone } }: { day: number; event: CalendarEvent }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  // Escape closes the event regardless of where the focus is (WCAG 1.4.13).
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') setIsOpen(false);
  });
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={220} position="top" withArrow shadow="md" withRoles={false}>
      <Popover.Target>
        <button
          type="button"
          className={classes.day}
          aria-label={`${day}: ${title}`}
          aria-expanded={isOpen}
          {...(isOpen ? { 'aria-describedby': id } : {})}
          onClick={() => setIsOpen(!isOpen)}
        >
          {day}
          <span className={classes.dot} data-tone={tone} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.popover}>
        <strong>{title}</strong>
        <p id={id}>{info}</p>
      </Popover.Dropdown>
    </Popover>
  );
}
