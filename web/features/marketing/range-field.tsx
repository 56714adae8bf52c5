import { type CSSProperties, useId } from 'react';
import classes from './calculator.module.css';

export type RangeFieldProps = {
  label: string;
  value: number;
  least: number;
  most: number;
  step: number;
  /** The formatted value. */
  text: string;
  onChange: (value: number) => void;
};

/** A slider with its value beside the label. */
export function RangeField({ label, value, least, most, step, text, onChange }: RangeFieldProps) {
  const id = useId();
  const filled = `${((value - least) / (most - least)) * 100}%`;
  return (
    <div className={classes.field}>
      <div className={classes.fieldHead}>
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id} className={classes.fieldValue}>
          {text}
        </output>
      </div>
      <input
        id={id}
        className={classes.range}
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={text}
        style={{ '--filled': filled } as CSSProperties}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
