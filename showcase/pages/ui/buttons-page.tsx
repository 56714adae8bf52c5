import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconBold,
  IconBrandMastodon,
  IconChevronDown,
  IconHelp,
  IconItalic,
  IconMenu2,
  IconUnderline,
  type TablerIcon,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { ToneButtons } from '../tone-buttons.tsx';
import { BUTTON_TONES } from '../tones.ts';
import classes from './buttons-page.module.css';
import { PressedNote, usePressed } from './pressed-note.tsx';

const WAYS = ['Left way', 'Middle way', 'Right way'] as const;

/** Toggle buttons: multiple choice and single choice. */
function ButtonOptions() {
  return (
    <>
      <Checkboxes label="Several" first={['Middle way']} />
      <Checkboxes label="Several, small" size="xs" first={['Left way', 'Right way']} />
      <Radios label="One" first={null} />
      <Radios label="One, small" size="xs" first="Middle way" />
      <p className={classes.label}>Icons</p>
      <Icons icons={{ Bold: IconBold, Italic: IconItalic, Underline: IconUnderline }} />
      <div className={classes.below}>
        <Icons
          icons={{ 'Align left': IconAlignLeft, 'Align centre': IconAlignCenter, 'Align right': IconAlignRight }}
        />
      </div>
    </>
  );
}

const toggled = (all: ReadonlySet<string>, one: string): ReadonlySet<string> =>
  all.has(one) ? new Set([...all].filter((other) => other !== one)) : new Set([...all, one]);

function Checkboxes({ label, size = 'sm', first }: { label: string; size?: 'xs' | 'sm'; first: readonly string[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(first));
  return (
    <>
      <p className={classes.label}>{label}</p>
      <Button.Group aria-label={label}>
        {WAYS.map((way) => (
          <Button
            key={way}
            size={size}
            variant="default"
            className={classes.pressed ?? ''}
            aria-pressed={chosen.has(way)}
            onClick={() => setChosen(toggled(chosen, way))}
          >
            {way}
          </Button>
        ))}
      </Button.Group>
    </>
  );
}

/** A choice of one out of three. The arrow keys change the choice, as in a radio group. */
function Radios({ label, size = 'sm', first }: { label: string; size?: 'xs' | 'sm'; first: string | null }) {
  const [chosen, setChosen] = useState(first);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const next = (at + step + buttons.length) % buttons.length;
    buttons[next]?.focus();
    setChosen(WAYS[next] ?? null);
  };
  return (
    <>
      <p className={classes.label}>{label}</p>
      <div role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
        <Button.Group>
          {WAYS.map((way, position) => (
            <Button
              key={way}
              size={size}
              variant="default"
              className={classes.pressed ?? ''}
              role="radio"
              aria-checked={chosen === way}
              tabIndex={chosen === way || (chosen === null && position === 0) ? 0 : -1}
              onClick={() => setChosen(way)}
            >
              {way}
            </Button>
          ))}
        </Button.Group>
      </div>
    </>
  );
}

function Icons({ icons }: { icons: Readonly<Record<string, TablerIcon>> }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <div className={classes.row}>
      {Object.entries(icons).map(([label, Icon]) => (
        <ActionIcon
          key={label}
          size={44}
          variant="default"
          className={classes.pressed ?? ''}
          aria-label={label}
          aria-pressed={chosen.has(label)}
          onClick={() => setChosen(toggled(chosen, label))}
        >
          <Icon size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      ))}
    </div>
  );
}

type DropdownProps = { label: string; color: string; size?: 'xs' | 'sm'; onChoose: (what: string) => void };

const arrow = <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />;

/** Two buttons that open a menu, and two split buttons whose main part acts immediately. */
function ButtonDropdowns() {
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

/** The menu that all dropdowns use. */
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

const TOOLBAR = [['1', '2', '3', '4'], ['5', '6', '7'], ['8']] as const;

/** A group of three buttons, and a toolbar of three such groups. */
function ButtonGroups() {
  const [pressed, press] = usePressed();
  return (
    <>
      <Button.Group aria-label="Sides">
        {['Left', 'Middle', 'Right'].map((label) => (
          <Button key={label} variant="default" onClick={() => press(label)}>
            {label}
          </Button>
        ))}
      </Button.Group>
      <div className={`${classes.row} ${classes.below}`} role="toolbar" aria-label="Pages">
        {TOOLBAR.map((labels) => (
          <Button.Group key={labels[0]} aria-label={`Pages from ${labels[0]}`}>
            {labels.map((label) => (
              <Button key={label} variant="default" px="sm" onClick={() => press(label)}>
                {label}
              </Button>
            ))}
          </Button.Group>
        ))}
      </div>
      <PressedNote pressed={pressed} />
    </>
  );
}

const SIZES = [
  ['Large button', 'md'],
  ['Default button', 'sm'],
  ['Small button', 'xs'],
  ['Tiny button', 'compact-xs'],
] as const;
const FOUR = BUTTON_TONES.filter(({ label }) => ['Primary', 'Success', 'Warning', 'Danger'].includes(label));

/** All button styles, in nine panels. */
export function ButtonsPage() {
  return (
    <ShowcasePage title="Buttons - **Styles**">
      <Columns>
        <Panel title="Color **Options**">
          <ToneButtons />
        </Panel>
        <Panel title="Size **Variants**">
          <Sizes />
        </Panel>
        <Panel title="Outline **Buttons**">
          <ToneButtons look="outline" />
        </Panel>
        <Panel title="Rounded **Buttons**">
          <ToneButtons tones={FOUR} radius="xl" />
          <div className={classes.below}>
            <ToneButtons tones={FOUR} radius="xl" look="outline" />
          </div>
        </Panel>
        <Panel title="Block **Buttons**">
          <Blocks />
        </Panel>
        <Panel title="Disabled **Buttons**">
          <div className={classes.row}>
            <Button disabled>Normal</Button>
            <Button disabled variant="outline">
              Outlined
            </Button>
          </div>
          <div className={`${classes.row} ${classes.below}`}>
            <Button size="xs" disabled>
              Small
            </Button>
            <Button size="xs" disabled variant="outline">
              Small outlined
            </Button>
          </div>
        </Panel>
        <Panel title="Button **Groups**">
          <ButtonGroups />
        </Panel>
        <Panel title="Button **Dropdowns**">
          <ButtonDropdowns />
        </Panel>
        <Panel title="Button **Options**">
          <ButtonOptions />
        </Panel>
      </Columns>
    </ShowcasePage>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Column lg={4} md={6}>
      <Widget title={title} close collapse>
        {children}
      </Widget>
    </Column>
  );
}

function Sizes() {
  const [pressed, press] = usePressed();
  return (
    <>
      <div className={classes.row} data-sizes>
        {SIZES.map(([label, size]) => (
          <Button key={label} size={size} onClick={() => press(label)}>
            {label}
          </Button>
        ))}
      </div>
      <PressedNote pressed={pressed} />
    </>
  );
}

function Blocks() {
  const [pressed, press] = usePressed();
  const blocks = [
    { label: 'Block button', color: 'brand' },
    { label: 'Show the menu', color: 'info', icon: IconMenu2 },
    { label: 'Share with followers', color: 'secondary', icon: IconBrandMastodon },
    { label: 'Are you sure?', color: 'warning', icon: IconHelp },
  ];
  return (
    <>
      <div className={classes.stack}>
        {blocks.map(({ label, color, icon: Icon }) => (
          <Button
            key={label}
            fullWidth
            color={color}
            leftSection={Icon === undefined ? null : <Icon size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => press(label)}
          >
            {label}
          </Button>
        ))}
      </div>
      <PressedNote pressed={pressed} />
    </>
  );
}
