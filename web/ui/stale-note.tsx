import classes from './stale-note.module.css';

/**
 * Says that a form contains a draft from an earlier visit, for example after the session ended, and offers to start
 * over.
 */
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
