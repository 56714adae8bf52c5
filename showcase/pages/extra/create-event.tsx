import { DAY_MS } from '../../../domain/durations.ts';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useSentText } from '../../ui/use-sent-text.ts';
import classes from './calendar.module.css';

export type NewEvent = { readonly start: Date; readonly end: Date; readonly allDay: boolean };

type CreateEventProps = {
  draft: NewEvent | null;
  onClose: () => void;
  onCreate: (title: string, event: NewEvent) => void;
};

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

function rangeText({ start, end, allDay }: NewEvent): string {
  if (!allDay) return `${MOMENT.format(start)} to ${MOMENT.format(end)}`;
  // The end of all-day events is the day after the last one.
  const last = new Date(end.getTime() - DAY_MS / 2);
  return start.toDateString() === last.toDateString()
    ? DAY.format(start)
    : `${DAY.format(start)} to ${DAY.format(last)}`;
}

/**
 * Asks for the title of an event on the selected days. The form is new each time. The dialog stays mounted, since it
 * returns the focus.
 */
export function CreateEvent({ draft, onClose, onCreate }: CreateEventProps) {
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
