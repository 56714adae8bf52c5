import { IconAlertCircle } from '@tabler/icons-react';
import classes from './alert-message.module.css';

/**
 * The red alert of a form: the server's reason for a refusal (docs/specification.md#errors). Draws no message without a
 * text.
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
