import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './buttons-page.module.css';
import { PressedNote, usePressed } from './pressed-note.tsx';

type DropdownProps = { label: string; color: string; size?: 'xs' | 'sm'; onChoose: (what: string) => void };

const arrow = <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />;

/** Two buttons that open a menu, and two split buttons whose main part acts at once. */
export function ButtonDropdowns() {
  const [pressed, press] = usePressed();
  return (
    <>
      <div className={classes.row}>
        <Dropdown label="Danger" color="danger" onChoose={press} />
        <Dropdown label="Gray" color="secondary" size="xs" onChoose={press} />
      </div>
      <div className={`${classes.row} ${classes.below}`}>
        <Split label="Primary" color="brand" onChoose={press} />
        <Split label="Gray" color="secondary" size="xs" onChoose={press} />
      </div>
      <PressedNote pressed={pressed} />
    </>
  );
}

function Dropdown({ label, color, size = 'sm', onChoose }: DropdownProps) {
  return (
    <Choices onChoose={onChoose}>
      <Button color={color} size={size} rightSection={arrow}>
        {label}
      </Button>
    </Choices>
  );
}

function Split({ label, color, size = 'sm', onChoose }: DropdownProps) {
  return (
    <Button.Group>
      <Button color={color} size={size} onClick={() => onChoose(label)}>
        {label}
      </Button>
      <Choices onChoose={onChoose}>
        <Button color={color} size={size} px="xs" aria-label={`More of ${label}`}>
          {arrow}
        </Button>
      </Choices>
    </Button.Group>
  );
}

/** The menu of each dropdown. */
function Choices({ onChoose, children }: { onChoose: (what: string) => void; children: ReactNode }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {['Action', 'Another action', 'Something else here'].map((label) => (
          <Menu.Item key={label} onClick={() => onChoose(label)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onChoose('Separated link')}>Separated link</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
