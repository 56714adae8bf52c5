import { ActionIcon, Button } from '@mantine/core';
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconBold,
  IconItalic,
  IconUnderline,
  type TablerIcon,
} from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import classes from './buttons-page.module.css';

const WAYS = ['Left way', 'Middle way', 'Right way'] as const;

/** Toggle buttons: multiple choice and single choice. */
export function ButtonOptions() {
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

/** A single choice of three. The arrow keys move the choice, as in a radio group. */
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
