import classes from './stale-note.module.css';

/**
 * Reports that a form contains a draft from an earlier visit, for example after the session ended. Offers to start
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
