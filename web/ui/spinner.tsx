import classes from './spinner.module.css';
import { spinnerStrings as strings } from './ui-strings.ts';

/** A spinner to show beside a text that says what is loading. */
export function SpinnerMark({ size = 20 }: { size?: number }) {
  return <span className={classes.spinner} style={{ width: size, height: size }} aria-hidden="true" />;
}

/** A spinner that announces itself to screen readers. */
export function Spinner({ label = strings.loading }: { label?: string }) {
  return (
    <span role="status" aria-label={label}>
      <span className={classes.spinner} aria-hidden="true" />
    </span>
  );
}
