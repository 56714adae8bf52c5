import classes from './stale-note.module.css';

/** Text of an earlier visit is there again, such as after the session had ended: says so, and offers to begin anew. */
export function StaleNote({ onClear }: { onClear: () => void }) {
  return (
    <p className={classes.kept} role="status">
      Your unsent text was kept.{' '}
      <button type="button" className={classes.clear} onClick={onClear}>
        Begin anew
      </button>
    </p>
  );
}
