import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { NativeSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { ChoiceMenu, type ChoiceMenuProps } from '../../ui/choice-menu.tsx';
import classes from './forms.module.css';
import { COLOURED_SELECTS, DEFAULT_CHOICES, GROUPED_CHOICES } from './sample-data/choices.ts';

/** A plain select, a searchable grouped one, and dropdowns whose label follows the choice. */
export function SelectsPanel() {
  return (
    <Widget title="**Selects**" settings="inverse" reload close>
      <div className={classes.form}>
        <NativeSelect label="Default select" data={[...DEFAULT_CHOICES]} defaultValue={DEFAULT_CHOICES[1]} />
        <Select
          label="Searchable, in groups"
          searchable
          clearable
          placeholder="Type to find a place"
          nothingFoundMessage="No place is called that"
          data={GROUPED_CHOICES.map(({ group, items }) => ({ group, items: [...items] }))}
          defaultValue={GROUPED_CHOICES[0].items[1]}
          clearButtonProps={{ 'aria-label': 'Clear the place' }}
        />
        <div>
          <h3 className={classes.subhead}>Dropdowns</h3>
          <div className={classes.selects}>
            {COLOURED_SELECTS.map(({ label, tone, size, choices }) => (
              <DropdownSelect key={label} label={label} tone={tone} size={size} choices={choices} />
            ))}
          </div>
        </div>
      </div>
    </Widget>
  );
}

type DropdownSelectProps = {
  label: string;
  tone: NonNullable<ChoiceMenuProps<string>['tone']>;
  size: NonNullable<ChoiceMenuProps<string>['size']>;
  choices: readonly [string, ...string[]];
};

function DropdownSelect({ label, tone, size, choices }: DropdownSelectProps) {
  const [chosen, setChosen] = useState(choices[0]);
  return <ChoiceMenu label={label} tone={tone} size={size} choices={choices} chosen={chosen} onChoose={setChosen} />;
}
