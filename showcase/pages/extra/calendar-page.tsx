import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import FullCalendar, { type CalendarRef, useCalendarController } from '@fullcalendar/react';
import dayGridPlugin from '@fullcalendar/react/daygrid';
import interactionPlugin, { Draggable } from '@fullcalendar/react/interaction';
import listPlugin from '@fullcalendar/react/list';
import classicTheme from '@fullcalendar/react/themes/classic';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconCircleFilled, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { DAY_MS } from '../../../domain/durations.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useSentText } from '../../ui/use-sent-text.ts';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './calendar.module.css';
import { CHIPS, type Chip, EVENT_COLOURS, sampleEvents } from './sample-data/events.ts';

const PLUGINS = [dayGridPlugin, timeGridPlugin, listPlugin, interactionPlugin, classicTheme];

/** Gives rows the same height before and after the calendar has measured them. */
const MONTH_VIEW = {
  dayGridMonth: {
    dayRowClass: classes.monthRow,
    eventClass: classes.event,
    eventInnerClass: classes.eventInner,
    eventTimeClass: classes.eventTime,
    eventTitleClass: classes.eventTitle,
  },
};

/** Chips on the left, the calendar on the right. Weeks start on Sunday (docs/specification.md#constants). */
function SampleCalendar({ today }: { today: Date }) {
  const calendar = useRef<CalendarRef>(null);
  const controller = useCalendarController();
  const [chips, setChips] = useState<readonly Chip[]>(CHIPS);
  const [events] = useState(() => sampleEvents(today));
  const [view, setView] = useState('dayGridMonth');
  const [draft, setDraft] = useState<NewEvent | null>(null);
  const [shown, setShown] = useState<ShownEvent | null>(null);

  const removeChip = (id: string): void => setChips((present) => present.filter((chip) => chip.id !== id));
  const add = (title: string, { start, end, allDay }: NewEvent): void => {
    calendar.current?.getApi().addEvent({ title, start, end, allDay, ...EVENT_COLOURS.success });
    setDraft(null);
  };

  return (
    <div className={classes.columns}>
      <Widget title="Draggable **Events**" close collapse>
        <DraggableEvents
          chips={chips}
          onPlaceToday={({ id, title, tone }) => {
            calendar.current?.getApi().addEvent({ title, start: today, allDay: true, ...EVENT_COLOURS[tone] });
            removeChip(id);
          }}
        />
      </Widget>
      <Widget label="Calendar" close collapse>
        <CalendarBar
          title={controller.view?.title ?? ''}
          view={view}
          onPrevious={() => controller.prev()}
          onNext={() => controller.next()}
          onToday={() => controller.today()}
          onView={(next) => {
            setView(next);
            controller.changeView(next);
          }}
          onNew={() => setDraft(dayOf(new Date()))}
        />
        <div className={classes.calendar}>
          <FullCalendar
            ref={calendar}
            controller={controller}
            plugins={PLUGINS}
            initialView="dayGridMonth"
            initialEvents={events}
            headerToolbar={false}
            firstDay={0}
            views={MONTH_VIEW}
            height="auto"
            editable
            droppable
            selectable
            selectMirror
            dayMaxEvents={3}
            eventInteractive
            select={({ start, end, allDay }) => setDraft({ start, end, allDay })}
            eventReceive={({ draggedEl }) => removeChip(draggedEl.id)}
            eventClick={({ event, jsEvent }) => {
              jsEvent.preventDefault();
              if (event.url) window.open(event.url, '_blank', 'noopener,noreferrer');
              else
                setShown({ title: event.title, start: event.start, description: descriptionOf(event.extendedProps) });
            }}
          />
        </div>
      </Widget>
      <CreateEvent draft={draft} onClose={() => setDraft(null)} onCreate={add} />
      <EventCard event={shown} onClose={() => setShown(null)} />
    </div>
  );
}

/** Returns the full day, for an event that was not drawn in the calendar. */
function dayOf(date: Date): NewEvent {
  const start = new Date(date.getFullYear(), date.getMonth(), date.getDate());
  return { start, end: new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1), allDay: true };
}

const descriptionOf = (properties: Record<string, unknown>): string =>
  typeof properties.description === 'string' ? properties.description : 'Made on this page; it goes when you leave.';

type ShownEvent = { readonly title: string; readonly start: Date | null; readonly description: string };

const two = (number: number): string => String(number).padStart(2, '0');
const dayText = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** A dialog with an event's details. */
function EventCard({ event, onClose }: { event: ShownEvent | null; onClose: () => void }) {
  return (
    <Modal
      opened={event !== null}
      onClose={onClose}
      title={event?.title ?? ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {event?.start ? (
        <p className={classes.when}>
          <time dateTime={dayText(event.start)}>{dayText(event.start)}</time>
        </p>
      ) : null}
      <p>{event?.description}</p>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          OK
        </Button>
      </Group>
    </Modal>
  );
}

type DraggableEventsProps = { chips: readonly Chip[]; onPlaceToday: (chip: Chip) => void };

/**
 * Chips that become events. A chip leaves the list when it is dragged onto a day. A key press or click adds the chip to
 * the current day.
 */
function DraggableEvents({ chips, onPlaceToday }: DraggableEventsProps) {
  const { place, change } = useKeptFocus<HTMLUListElement>();
  const list = place.ref;
  useEffect(() => {
    if (!list.current) return;
    const draggable = new Draggable(list.current, {
      itemSelector: 'button',
      eventData: (element) => ({ title: element.textContent ?? '', ...coloursOf(element.dataset.tone) }),
    });
    return () => draggable.destroy();
  }, [list]);
  return (
    <>
      <p className={classes.hint}>Drag one onto the calendar, or press it to put it on today.</p>
      <ul className={classes.chips} {...place} aria-label="Draggable events">
        {chips.map((chip) => (
          <li key={chip.id}>
            <button
              type="button"
              id={chip.id}
              className={classes.chip}
              data-tone={chip.tone}
              onClick={() => change(() => onPlaceToday(chip))}
            >
              <IconCircleFilled size={12} aria-hidden="true" />
              {chip.title}
            </button>
          </li>
        ))}
      </ul>
      {chips.length > 0 ? null : <p className={classes.hint}>All of them are on the calendar.</p>}
    </>
  );
}

const isTone = (tone: string): tone is keyof typeof EVENT_COLOURS => tone in EVENT_COLOURS;
const coloursOf = (tone = '') => (isTone(tone) ? EVENT_COLOURS[tone] : EVENT_COLOURS.primary);

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

/** The calendar's toolbar: moves through time, shows the current period, and changes the view. */
function CalendarBar({ title, view, onPrevious, onNext, onToday, onView, onNew }: CalendarBarProps) {
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

type NewEvent = { readonly start: Date; readonly end: Date; readonly allDay: boolean };

type CreateEventProps = {
  draft: NewEvent | null;
  onClose: () => void;
  onCreate: (title: string, event: NewEvent) => void;
};

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

function rangeText({ start, end, allDay }: NewEvent): string {
  if (!allDay) return `${MOMENT.format(start)} to ${MOMENT.format(end)}`;
  // An all-day event ends on the day after its last day.
  const last = new Date(end.getTime() - DAY_MS / 2);
  return start.toDateString() === last.toDateString()
    ? DAY.format(start)
    : `${DAY.format(start)} to ${DAY.format(last)}`;
}

/**
 * Asks for an event's title on the selected days. The form is new each time, but the dialog stays mounted, because the
 * dialog returns the focus.
 */
function CreateEvent({ draft, onClose, onCreate }: CreateEventProps) {
  return (
    <Modal
      opened={draft !== null}
      onClose={onClose}
      title="Create New Event"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {draft === null ? null : (
        <EventForm draft={draft} onClose={onClose} onCreate={(title) => onCreate(title, draft)} />
      )}
    </Modal>
  );
}

type EventFormProps = { draft: NewEvent; onClose: () => void; onCreate: (title: string) => void };

function EventForm({ draft, onClose, onCreate }: EventFormProps) {
  const { field, onSubmit } = useSentText(onCreate, 'An event needs a title.');
  return (
    <form className={classes.form} noValidate onSubmit={onSubmit}>
      <p className={classes.when}>{rangeText(draft)}</p>
      <TextInput label="Title" placeholder="Title" withAsterisk data-autofocus maxLength={80} {...field} />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button type="submit">Create</Button>
      </Group>
    </form>
  );
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' });
const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long' });

/** A calendar to which events can be added by dragging and by a form. */
export function CalendarPage() {
  const today = new Date();
  return (
    <ShowcasePage title={`${MONTH.format(today)} - **${WEEKDAY.format(today)}**`}>
      <SampleCalendar today={today} />
    </ShowcasePage>
  );
}
