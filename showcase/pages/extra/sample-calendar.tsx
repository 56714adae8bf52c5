import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import FullCalendar, { type CalendarRef, useCalendarController } from '@fullcalendar/react';
import dayGridPlugin from '@fullcalendar/react/daygrid';
import interactionPlugin from '@fullcalendar/react/interaction';
import listPlugin from '@fullcalendar/react/list';
import classicTheme from '@fullcalendar/react/themes/classic';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import { useRef, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import classes from './calendar.module.css';
import { CalendarBar } from './calendar-bar.tsx';
import { CreateEvent, type NewEvent } from './create-event.tsx';
import { DraggableEvents } from './draggable-events.tsx';
import { EventCard, type ShownEvent } from './event-card.tsx';
import { CHIPS, type Chip, EVENT_COLOURS, sampleEvents } from './sample-data/events.ts';

const PLUGINS = [dayGridPlugin, timeGridPlugin, listPlugin, interactionPlugin, classicTheme];

/** Gives rows the same height before and after the calendar measures them. */
const MONTH_VIEW = {
  dayGridMonth: {
    dayRowClass: classes.monthRow,
    eventClass: classes.event,
    eventInnerClass: classes.eventInner,
    eventTimeClass: classes.eventTime,
    eventTitleClass: classes.eventTitle,
  },
};

/** Chips on the left, the calendar on the right; weeks begin on Sunday (docs/specification.md#constants). */
export function SampleCalendar({ today }: { today: Date }) {
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

/** The whole day, for an event that was not drawn in the calendar. */
function dayOf(date: Date): NewEvent {
  const start = new Date(date.getFullYear(), date.getMonth(), date.getDate());
  return { start, end: new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1), allDay: true };
}

const descriptionOf = (properties: Record<string, unknown>): string =>
  typeof properties.description === 'string' ? properties.description : 'Made on this page; it goes when you leave.';
