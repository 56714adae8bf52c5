import { IconAlertCircle } from '@tabler/icons-react';
import classes from './alert-message.module.css';

/** The red alert of a form: what was refused, in the server's words (docs/specification.md#errors). Empty without a text. */
export function AlertMessage({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text === null ? null : (
        <div className={classes.alert}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
          <span>{text}</span>
        </div>
      )}
    </div>
  );
}
