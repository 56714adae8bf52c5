import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import classes from './tone-buttons.module.css';
import { BUTTON_TONES, type ButtonTone } from './tones.ts';

export type ToneButtonsProps = {
  tones?: readonly ButtonTone[];
  look?: 'filled' | 'outline';
  radius?: ButtonProps['radius'];
};

/** A row of sample buttons. The line below shows which button was pressed last. */
export function ToneButtons({ tones = BUTTON_TONES, look = 'filled', radius = 'md' }: ToneButtonsProps) {
  const [pressed, setPressed] = useState('');
  return (
    <>
      <div className={classes.row}>
        {tones.map(({ label, color, isDefault = false }) => (
          <Button
            key={label}
            radius={radius}
            {...(isDefault && look === 'filled' ? { variant: 'default' } : { variant: look, color })}
            onClick={() => setPressed(label)}
          >
            {label}
          </Button>
        ))}
      </div>
      <p className={classes.said} role="status">
        {pressed === '' ? '' : `Pressed: ${pressed}`}
      </p>
    </>
  );
}
