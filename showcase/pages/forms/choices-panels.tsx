import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Checkbox, Radio, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import classes from './forms.module.css';

const COLOURS = [
  { label: 'Default', color: 'secondary', isChecked: false },
  { label: 'Primary', color: 'brand', isChecked: true },
  { label: 'Success', color: 'success', isChecked: true },
  { label: 'Info', color: 'info', isChecked: true },
  { label: 'Warning', color: 'warning', isChecked: true },
  { label: 'Danger', color: 'danger', isChecked: false },
] as const;

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={classes.choiceGroup}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** Checkboxes in six colors, round checkboxes, and disabled checkboxes. */
export function CheckboxPanel() {
  return (
    <Widget title="Checkbox **Controls**" settings reload close>
      <div className={classes.choices}>
        <Group legend="Basic">
          {COLOURS.map(({ label, color, isChecked }) => (
            <Checkbox key={label} label={label} color={color} defaultChecked={isChecked} />
          ))}
        </Group>
        <Group legend="Circled">
          <Checkbox label="Round" radius="xl" defaultChecked />
          <Checkbox label="Round, not yet ticked" radius="xl" />
        </Group>
        <Group legend="Disabled">
          <Checkbox label="Cannot be ticked" disabled />
          <Checkbox label="Cannot be unticked" disabled defaultChecked />
          <Checkbox label="Round, cannot be unticked" radius="xl" disabled defaultChecked />
        </Group>
      </div>
    </Widget>
  );
}

/** Radio groups, one of which is disabled, and two switches. */
export function RadioPanel() {
  return (
    <Widget title="Radio **Controls**" settings="inverse" reload close>
      <div className={classes.choices}>
        <Group legend="Basic">
          <Radio name="radio-basic" label="Left way" defaultChecked />
          <Radio name="radio-basic" label="Right way" />
          <Radio name="radio-tone" label="Steady" color="warning" />
          <Radio name="radio-tone" label="Quick" color="success" defaultChecked />
        </Group>
        <Group legend="Disabled">
          <Radio name="radio-disabled" label="Not chosen" disabled />
          <Radio name="radio-disabled" label="Chosen" disabled defaultChecked />
        </Group>
        <Group legend="Switches">
          <Switch label="On at first" defaultChecked />
          <Switch label="Off at first" />
        </Group>
      </div>
    </Widget>
  );
}
