import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import classes from './calendar.module.css';

const VIEWS = [
  { value: 'dayGridMonth', label: 'Month' },
  { value: 'timeGridWeek', label: 'Week' },
  { value: 'timeGridDay', label: 'Day' },
  { value: 'listMonth', label: 'List' },
] as const;

type CalendarBarProps = {
  title: string;
  view: string;
  onPrevious: () => void;
  onNext: () => void;
  onToday: () => void;
  onView: (view: string) => void;
  onNew: () => void;
};

/** Navigates through time, shows the current period, and changes the view. */
export function CalendarBar({ title, view, onPrevious, onNext, onToday, onView, onNew }: CalendarBarProps) {
  return (
    <div className={classes.bar}>
      <div className={classes.steps}>
        <Button variant="default" aria-label="Previous" onClick={onPrevious}>
          <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
        </Button>
        <Button variant="default" aria-label="Next" onClick={onNext}>
          <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
        </Button>
        <Button variant="default" onClick={onToday}>
          Today
        </Button>
      </div>
      <h2 className={classes.period} aria-live="polite">
        {title}
      </h2>
      <div className={classes.steps}>
        <fieldset className={classes.views} aria-label="View">
          {VIEWS.map(({ value, label }) => (
            <button key={value} type="button" aria-pressed={view === value} onClick={() => onView(value)}>
              {label}
            </button>
          ))}
        </fieldset>
        <Button variant="default" aria-label="New event" onClick={onNew}>
          <IconPlus size={18} stroke={1.75} aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}
