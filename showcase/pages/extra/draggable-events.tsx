import { Draggable } from '@fullcalendar/react/interaction';
import { IconCircleFilled } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import classes from './calendar.module.css';
import { type Chip, EVENT_COLOURS } from './sample-data/events.ts';

type DraggableEventsProps = { chips: readonly Chip[]; onPlaceToday: (chip: Chip) => void };

/** A chip becomes an event and leaves the list when dragged onto a day. A key press or click puts it on today. */
export function DraggableEvents({ chips, onPlaceToday }: DraggableEventsProps) {
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
