import classes from './spinner.module.css';

/** Something loads; says so to screen readers. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span role="status" aria-label={label}>
      <span className={classes.spinner} aria-hidden="true" />
    </span>
  );
}
