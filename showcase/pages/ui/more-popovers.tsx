import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Kbd.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Button, Kbd, Menu, Popover, Switch, TextInput, Tooltip } from '@mantine/core';
import { IconBell, IconDotsVertical } from '@tabler/icons-react';
import { type PointerEvent, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column } from '../../ui/columns.tsx';
import { AvatarMark } from '../avatar-mark.tsx';
import classes from './popovers-page.module.css';
import { PressedNote, usePressed } from './pressed-note.tsx';

const TONED = [
  ['Success', 'success'],
  ['Warning', 'warning'],
  ['Danger', 'danger'],
] as const;

/** Popovers with a form, a question, settings or a person; tooltips with keys, tones and long text. */
export function MorePopovers() {
  return (
    <>
      <Column lg={6}>
        <Widget title="Popovers with **Content**" close collapse>
          <div className={classes.row}>
            <RenamePopover />
            <QuestionPopover />
            <SettingsPopover />
          </div>
        </Widget>
      </Column>
      <Column lg={6}>
        <Widget title="Cards and **Menus**" close collapse>
          <div className={classes.row}>
            <PersonHover />
            <OutletMenu />
          </div>
        </Widget>
      </Column>
      <Column lg={6}>
        <Widget title="Tooltips with **More**" close collapse>
          <div className={classes.row}>
            <Tooltip
              label={
                <>
                  Opens the search <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">K</Kbd>
                </>
              }
            >
              <Button variant="default">With keys</Button>
            </Tooltip>
            <Tooltip
              w={260}
              label="A hint may take two or three lines, as long as nobody needs it to go on: what must be known stands on the page."
            >
              <Button variant="default">Several lines</Button>
            </Tooltip>
            <Tooltip label="It comes after half a second" openDelay={500}>
              <Button variant="default">Later</Button>
            </Tooltip>
          </div>
        </Widget>
      </Column>
      <Column lg={6}>
        <Widget title="Tooltips in **Tones**" close collapse>
          <div className={classes.row}>
            {TONED.map(([label, color]) => (
              <Tooltip key={label} label={`${label}: the word says it too`} color={color}>
                <Button color={color} variant="light">
                  {label}
                </Button>
              </Tooltip>
            ))}
          </div>
        </Widget>
      </Column>
    </>
  );
}

/** A small form. Enter saves, Escape discards. */
function RenamePopover() {
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('Food court 3');
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={260} withArrow trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" onClick={() => setIsOpen(!isOpen)}>
          Rename “{name}”
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="New name">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setName(String(new FormData(event.currentTarget).get('name')).trim() || name);
            setIsOpen(false);
          }}
        >
          <TextInput name="name" label="Name" defaultValue={name} maxLength={30} autoComplete="off" data-autofocus />
          <Button type="submit" size="xs" mt="sm">
            Save
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

function QuestionPopover() {
  const [isOpen, setIsOpen] = useState(false);
  const [isRetired, setIsRetired] = useState(false);
  const answer = (is: boolean): void => {
    setIsRetired(is);
    setIsOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={240} withArrow trapFocus returnFocus>
      <Popover.Target>
        <Button color="danger" variant="light" onClick={() => (isRetired ? answer(false) : setIsOpen(!isOpen))}>
          {isRetired ? 'Bring it back' : 'Retire the outlet'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Retire the outlet?">
        <p className={classes.title}>Retire the outlet?</p>
        <p className={classes.text}>Its history stays.</p>
        <div className={`${classes.row} ${classes.below}`}>
          <Button size="xs" variant="default" onClick={() => answer(false)}>
            Keep
          </Button>
          <Button size="xs" color="danger" onClick={() => answer(true)}>
            Retire
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function SettingsPopover() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={240} withArrow trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBell size={16} aria-hidden="true" />}
          onClick={() => setIsOpen(!isOpen)}
        >
          What to report
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="What to report">
        <Switch label="An outlet is silent" defaultChecked />
        <Switch label="A budget is used up" mt="xs" defaultChecked />
        <Switch label="A statement is ready" mt="xs" />
      </Popover.Dropdown>
    </Popover>
  );
}

/** A popover that opens on hover, focus and tap, like a tooltip, but has room for a person's details. */
function PersonHover() {
  const [isOpen, setIsOpen] = useState(false);
  const follow =
    (is: boolean) =>
    ({ pointerType }: PointerEvent): void => {
      // A touch pointer leaves as soon as the finger is lifted.
      if (pointerType === 'mouse') setIsOpen(is);
    };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={260} withArrow trapFocus={false}>
      <Popover.Target>
        <Button
          variant="subtle"
          onPointerEnter={follow(true)}
          onPointerLeave={follow(false)}
          onFocus={() => setIsOpen(true)}
          onBlur={() => setIsOpen(false)}
          onClick={() => setIsOpen(true)}
        >
          Greta Solberg
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.person}>
          <AvatarMark name="Greta Solberg" tone={5} />
          <div>
            <p className={classes.title}>Greta Solberg</p>
            <p className={classes.text}>Field technician, coast. Answers before noon.</p>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function OutletMenu() {
  const [pressed, press] = usePressed();
  return (
    <div>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" rightSection={<IconDotsVertical size={16} aria-hidden="true" />}>
            Outlet 4
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>What to do with it</Menu.Label>
          <Menu.Item onClick={() => press('Move')}>Move</Menu.Item>
          <Menu.Item onClick={() => press('New key')}>New key</Menu.Item>
          <Menu.Divider />
          <Menu.Item color="danger" onClick={() => press('Retire')}>
            Retire
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <PressedNote pressed={pressed} />
    </div>
  );
}
