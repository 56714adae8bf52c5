import {
  IconAlertTriangle,
  IconChartBar,
  IconCheck,
  IconDownload,
  IconMail,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { Widget } from '../../../web/ui/widget.tsx';
import classes from './analytics.module.css';
import { NOTIFICATIONS } from './analytics-sample-data.ts';

const ICONS: Readonly<Record<(typeof NOTIFICATIONS)[number]['icon'], TablerIcon>> = {
  check: IconCheck,
  user: IconUser,
  alert: IconAlertTriangle,
  mail: IconMail,
  chart: IconChartBar,
  download: IconDownload,
};

/** Six lines, each with an icon and important words in bold. */
export function NotificationsPanel() {
  return (
    <Widget title="Notifications" collapse close>
      <p className={classes.count}>
        <span className={classes.pill}>{NOTIFICATIONS.length}</span>
        new
      </p>
      <ul className={classes.list}>
        {NOTIFICATIONS.map(({ id, icon, color, content }) => {
          const Icon = ICONS[icon];
          return (
            <li key={id} className={classes.notification}>
              <span className={classes.icon} data-tone={color} aria-hidden="true">
                <Icon size={16} />
              </span>
              <span>
                {content.split('*').map((part, place) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places
                  place % 2 === 1 ? <b key={place}>{part}</b> : part,
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Widget>
  );
}
