import { IconAlertCircle } from '@tabler/icons-react';
import classes from './alert-message.module.css';

/**
 * A form's red alert, with the server's reason for an error (docs/specification.md#errors). Shows nothing if `text` is
 * null.
 */
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
