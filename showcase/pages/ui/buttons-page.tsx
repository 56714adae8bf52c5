import { Button } from '@mantine/core';
import { IconBrandMastodon, IconHelp, IconMenu2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { ToneButtons } from '../tone-buttons.tsx';
import { BUTTON_TONES } from '../tones.ts';
import { ButtonDropdowns } from './button-dropdowns.tsx';
import { ButtonGroups } from './button-groups.tsx';
import { ButtonOptions } from './button-options.tsx';
import classes from './buttons-page.module.css';
import { PressedNote, usePressed } from './pressed-note.tsx';

const SIZES = [
  ['Large button', 'md'],
  ['Default button', 'sm'],
  ['Small button', 'xs'],
  ['Tiny button', 'compact-xs'],
] as const;
const FOUR = BUTTON_TONES.filter(({ label }) => ['Primary', 'Success', 'Warning', 'Danger'].includes(label));

/** Buttons in all their styles, in nine panels. */
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
