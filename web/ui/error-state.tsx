import { IconAlertTriangle } from '@tabler/icons-react';
import { interpolate } from '../lib/interpolate.ts';
import { PlainButton } from './plain-button.tsx';
import { SpinnerMark } from './spinner.tsx';
import classes from './states.module.css';
import { errorStateStrings as strings } from './ui-strings.ts';

export type ErrorStateProps = {
  /** What failed, as a sentence: 'The customers could not be loaded.' */
  what: string;
  /** The server's message, if it helps the user. */
  message?: string;
  /** The error's reference in the server log. */
  reference?: string | null;
  onRetry: () => void;
  isRetrying?: boolean;
};

/** An error message: the word Error (docs/specification.md#dashboard), what failed, and a retry button. */
export function ErrorState({ what, message, reference = null, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <div className={`${classes.icon} ${classes.failed}`} aria-hidden="true">
        <IconAlertTriangle size={20} stroke={1.75} />
      </div>
      <p className={classes.title}>{strings.error}</p>
      <p className={classes.text}>{what}</p>
      {message === undefined || message === 'Error' ? null : <p className={classes.text}>{message}</p>}
      {reference === null ? null : <p className={classes.reference}>{interpolate(strings.reference, { reference })}</p>}
      <div className={classes.action}>
        <PlainButton isQuiet isSmall disabled={isRetrying} aria-busy={isRetrying || undefined} onClick={onRetry}>
          {isRetrying ? <SpinnerMark size={16} /> : null}
          {strings.tryAgain}
        </PlainButton>
      </div>
    </div>
  );
}
