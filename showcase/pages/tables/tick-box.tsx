import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import classes from './tables.module.css';

type TickBoxProps = { label: string; isTicked: boolean; isSome?: boolean; onToggle: () => void };

/** A checkbox of a row, or of all rows; the whole cell is its hit area. */
export function TickBox({ label, isTicked, isSome = false, onToggle }: TickBoxProps) {
  const id = useId();
  return (
    <label className={classes.tick} htmlFor={id}>
      <Checkbox id={id} aria-label={label} checked={isTicked} indeterminate={isSome} onChange={onToggle} />
    </label>
  );
}
