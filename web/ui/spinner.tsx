import classes from './spinner.module.css';

/** Something loads, beside words that say so. */
export function SpinnerMark({ size = 20 }: { size?: number }) {
  return <span className={classes.spinner} style={{ width: size, height: size }} aria-hidden="true" />;
}

/** Something loads; says so to screen readers. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span role="status" aria-label={label}>
      <span className={classes.spinner} aria-hidden="true" />
    </span>
  );
}
