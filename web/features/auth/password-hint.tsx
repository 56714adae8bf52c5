import { useEffect, useState } from 'react';
import { estimatePassword, type PasswordEstimate } from './password-estimate.ts';
import classes from './password-hint.module.css';

const NONE: PasswordEstimate = { bars: 0, words: '' };
const BARS = [1, 2, 3, 4] as const;

export type PasswordHintProps = {
  /** The id for the `aria-describedby` of the field. */
  id: string;
  password: string;
  email: string;
  shortest: number;
};

/** Shows the strength of the new password under its field, by the same rule as the server. */
export function PasswordHint({ id, password, email, shortest }: PasswordHintProps) {
  const { bars, words } = useEstimate(password, email, shortest);
  return (
    <div id={id} className={classes.hint}>
      <span className={classes.bars} data-bars={bars} aria-hidden="true">
        {BARS.map((bar) => (
          <span key={bar} data-on={bar <= bars || undefined} />
        ))}
      </span>
      <span aria-live="polite">{words || `At least ${shortest} characters; a few unrelated words are good.`}</span>
    </div>
  );
}

/** Follows the asynchronous estimate of the typed password, and drops the estimate of an older text. */
function useEstimate(password: string, email: string, shortest: number): PasswordEstimate {
  const [estimate, setEstimate] = useState(NONE);
  useEffect(() => {
    let isOld = false;
    estimatePassword(password, { email, shortest })
      .then((next) => {
        if (!isOld) setEstimate(next);
      })
      .catch(() => {
        // Without the word lists, the server still reports what is wrong.
        if (!isOld) setEstimate(NONE);
      });
    return () => {
      isOld = true;
    };
  }, [password, email, shortest]);
  return estimate;
}
