import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import { Button, Popover, Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { MorePopovers } from './more-popovers.tsx';
import classes from './popovers-page.module.css';

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
type Side = (typeof SIDES)[number];

/** The id of the open popover or tooltip. At most one of each is open. */
type Opened = { opened: string | null; onOpen: (id: string | null) => void };

const word = (side: Side): string => side.charAt(0).toUpperCase() + side.slice(1);

/** Popovers, which open on click, and tooltips, which open on hover and focus. */
export function PopoversPage() {
  const [popover, setPopover] = useState<string | null>(null);
  const [tooltip, setTooltip] = useState<string | null>(null);
  // Escape closes popovers and tooltips regardless of where the focus is, even after a click or hover (WCAG 1.4.13).
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    setPopover(null);
    setTooltip(null);
  });
  const popovers = { opened: popover, onOpen: setPopover };
  const tooltips = { opened: tooltip, onOpen: setTooltip };
  return (
    <ShowcasePage title="Popovers & Tooltips">
      <Columns>
        <Column lg={6}>
          <Widget title="Popover **Example**" close collapse>
            <div className={classes.row}>
              <SamplePopover id="main" label="Toggle the popover" side="right" size="lg" {...popovers} />
              <DisabledPopover {...popovers} />
            </div>
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="Popover **Directions**" close collapse>
            <div className={classes.row}>
              {SIDES.map((side) => (
                <SamplePopover key={side} id={side} label={`Popover on the ${side}`} side={side} {...popovers} />
              ))}
            </div>
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="Tooltip **Example**" close collapse>
            <div className={classes.row}>
              <SampleTooltip id="main" label="Tooltip" side="top" {...tooltips} />
              <DisabledTooltip {...tooltips} />
            </div>
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="Tooltip **Directions**" close collapse>
            <div className={classes.row}>
              {SIDES.map((side) => (
                <SampleTooltip key={side} id={side} label={`Tooltip on the ${side}`} side={side} {...tooltips} />
              ))}
            </div>
          </Widget>
        </Column>
        <MorePopovers />
      </Columns>
    </ShowcasePage>
  );
}

type SampleProps = Opened & { id: string; label: string; side: Side; size?: 'lg' };

function SamplePopover({ id, label, side, size, opened, onOpen }: SampleProps) {
  return (
    <Popover
      opened={opened === id}
      onChange={(isOpen) => onOpen(isOpen ? id : null)}
      position={side}
      width={240}
      withArrow
      trapFocus={false}
    >
      <Popover.Target>
        <Button
          variant={size === undefined ? 'default' : 'filled'}
          size={size ?? 'sm'}
          onClick={() => onOpen(opened === id ? null : id)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <PopoverText title={`${word(side)} popover`} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** A button that looks disabled, but can be focused and pressed. A press shows the explanation. */
function DisabledPopover({ opened, onOpen }: Opened) {
  return (
    <Popover
      opened={opened === 'disabled'}
      onChange={(isOpen) => onOpen(isOpen ? 'disabled' : null)}
      position="bottom"
      width={240}
      withArrow
    >
      <Popover.Target>
        <Button
          size="lg"
          variant="default"
          data-disabled
          aria-disabled
          onClick={() => onOpen(opened === 'disabled' ? null : 'disabled')}
        >
          Disabled button
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={classes.title}>Disabled</p>
        <p className={classes.text}>This button does nothing, and says so.</p>
      </Popover.Dropdown>
    </Popover>
  );
}

function PopoverText({ title }: { title: string }) {
  return (
    <>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>A second click, a click elsewhere or Escape closes it.</p>
    </>
  );
}

function SampleTooltip({ id, label, side, opened, onOpen }: SampleProps) {
  return (
    <Tooltip label={`It stands on the ${side}`} position={side} opened={opened === id}>
      <Button
        variant="default"
        aria-description={`It stands on the ${side}`}
        onPointerEnter={() => onOpen(id)}
        onPointerLeave={() => onOpen(null)}
        onFocus={() => onOpen(id)}
        onBlur={() => onOpen(null)}
      >
        {label}
      </Button>
    </Tooltip>
  );
}

function DisabledTooltip({ opened, onOpen }: Opened) {
  return (
    <Tooltip label="It cannot be pressed" opened={opened === 'disabled'}>
      <Button
        variant="default"
        data-disabled
        aria-disabled
        aria-description="It cannot be pressed"
        onClick={(event) => event.preventDefault()}
        onPointerEnter={() => onOpen('disabled')}
        onPointerLeave={() => onOpen(null)}
        onFocus={() => onOpen('disabled')}
        onBlur={() => onOpen(null)}
      >
        Disabled button
      </Button>
    </Tooltip>
  );
}
