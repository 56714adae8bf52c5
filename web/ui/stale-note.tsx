import classes from './stale-note.module.css';
import { staleNoteStrings as strings } from './ui-strings.ts';

/**
 * Says that a form contains a draft from an earlier visit, for example after the session ended, and offers to start
 * over.
 */
export function StaleNote({ onClear }: { onClear: () => void }) {
  return (
    <p className={classes.kept} role="status">
      {strings.restored}{' '}
      <button type="button" className={classes.clear} onClick={onClear}>
        {strings.startOver}
      </button>
    </p>
  );
}
