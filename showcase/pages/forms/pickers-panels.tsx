import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/core/styles/ColorPicker.layer.css';
import '@mantine/dates/styles.layer.css';
import { ColorPicker, InputBase, TextInput } from '@mantine/core';
import { DatePickerInput, TimeInput } from '@mantine/dates';
import { IconCalendar, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { IMaskInput } from 'react-imask';
import { Widget } from '../../../web/ui/widget.tsx';
import { DATE_WORDS } from './date-words.ts';
import classes from './forms.module.css';

/** Pickers for a date, a time, and a color, which can also be typed. */
export function PickersPanel() {
  const [text, setText] = useState('#ff0000');
  const [colour, setColour] = useState('#ff0000');
  const write = (next: string): void => {
    setText(next);
    const complete = completeColour(next);
    if (complete !== null) setColour(complete);
  };
  return (
    <Widget title="**Pickers**" settings reload close>
      <div className={classes.pickers}>
        <DatePickerInput
          label="Date"
          ariaLabels={DATE_WORDS}
          placeholder="Choose a date"
          clearable
          firstDayOfWeek={0}
          clearButtonProps={{ 'aria-label': 'Clear the date' }}
          leftSection={<IconCalendar size={18} stroke={1.75} aria-hidden="true" />}
        />
        <TimeInput label="Time" leftSection={<IconClock size={18} stroke={1.75} aria-hidden="true" />} />
        <TextInput
          label="Colour"
          description="Four to seven characters, such as #0aa or #00aaaa"
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
        />
        <ColorPicker
          aria-label="Colour picker"
          format="hex"
          value={colour}
          onChange={(next) => {
            setColour(next);
            setText(next);
          }}
          saturationLabel="Saturation"
          hueLabel="Hue"
          fullWidth
        />
      </div>
    </Widget>
  );
}

const MASKS = [
  { label: 'Phone', mask: '(000) 000-0000', placeholder: '(999) 999-9999' },
  { label: 'International phone', mask: '+000 000 000 000', placeholder: '+999 999 999 999' },
  { label: 'Date', mask: '00-00-0000', placeholder: '99-99-9999' },
  { label: 'Time', mask: '00:00', placeholder: '99:99' },
] as const;

/** Fields that format their input by a mask. */
export function MasksPanel() {
  return (
    <Widget title="Input **Masks**" settings="inverse" reload close>
      <div className={classes.masks}>
        {MASKS.map(({ label, mask, placeholder }) => (
          <InputBase
            key={label}
            component={IMaskInput}
            label={label}
            description={placeholder}
            placeholder={placeholder}
            mask={mask}
            inputMode="numeric"
            autoComplete="off"
          />
        ))}
      </div>
    </Widget>
  );
}

/** Returns the color in lower case if it is complete ('#' and three or six hex digits), else null. */
const completeColour = (text: string): string | null =>
  /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? text.toLowerCase() : null;
