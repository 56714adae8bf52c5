import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import classes from './text-field.module.css';

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  label: string;
  /** Shows the label to screen readers only. */
  isLabelHidden?: boolean;
  value: string;
  onChange: (text: string) => void;
  /** Shown at the end of the label's line. */
  beside?: ReactNode;
  /** Shown inside the field, at its end. */
  trailing?: ReactNode;
};

/**
 * A text field for the error pages and the pages before sign-in. These pages use no Mantine components: with them, the
 * login page needs 133 kB of script, without them 112 kB (gzip). The error pages must work even when nothing else does.
 */
export function TextField({
  label,
  isLabelHidden = false,
  value,
  onChange,
  beside,
  trailing,
  ...input
}: TextFieldProps) {
  const id = useId();
  return (
    <div>
      {isLabelHidden ? null : (
        <div className={classes.head}>
          <label className={classes.label} htmlFor={id}>
            {label}
          </label>
          {beside}
        </div>
      )}
      <div className={classes.place}>
        <input
          {...input}
          id={id}
          {...(isLabelHidden ? { 'aria-label': label } : {})}
          className={trailing === undefined ? classes.input : `${classes.input} ${classes.withTrailing}`}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {trailing === undefined ? null : <div className={classes.trailing}>{trailing}</div>}
      </div>
    </div>
  );
}
