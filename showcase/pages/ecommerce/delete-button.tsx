import '@mantine/core/styles/Popover.layer.css';
import { Button, Popover } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './management.module.css';

/** Asks 'Are you sure?' before deleting. */
export function DeleteButton({
  title,
  size = 'xs',
  onDelete,
}: {
  title: string;
  size?: 'xs' | 'sm';
  onDelete: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="top"
      withArrow
      trapFocus
      returnFocus
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="light"
          color="danger"
          size={size}
          className={classes.act ?? ''}
          aria-label={`Delete ${title}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={classes.actWord}>Delete</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-labelledby={id}>
        <p className={classes.question} id={id}>
          Are you sure?
        </p>
        <div className={classes.answers}>
          <Button
            size="xs"
            color="danger"
            onClick={() => {
              setIsOpen(false);
              onDelete();
            }}
          >
            Yes
          </Button>
          <Button size="xs" variant="default" data-autofocus onClick={() => setIsOpen(false)}>
            No
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
