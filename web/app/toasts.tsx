import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

/** Where toasts appear: top right, 5 s each (specification section 2). */
export function Toasts() {
  return <Notifications position="top-right" autoClose={5_000} limit={4} containerWidth={380} />;
}
