import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { LookOfScheme } from './theme/look.tsx';
import classes from './toasts.module.css';

/** Shows toasts at the top right (docs/specification.md#shell); `showToast` closes them. */
export function Toasts() {
  return (
    <LookOfScheme>
      <Notifications
        className={classes.toasts ?? ''}
        position="top-right"
        autoClose={false}
        limit={4}
        containerWidth={380}
      />
    </LookOfScheme>
  );
}
