import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Group, Modal } from '@mantine/core';
import classes from './calendar.module.css';

export type ShownEvent = { readonly title: string; readonly start: Date | null; readonly description: string };

const two = (number: number): string => String(number).padStart(2, '0');
const dayText = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** A dialog with an event's details. */
export function EventCard({ event, onClose }: { event: ShownEvent | null; onClose: () => void }) {
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
