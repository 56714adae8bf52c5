import { IconBell } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listAlerts } from '#contract/alerts.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { request } from '../../lib/api-client.ts';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { PATHS } from '../paths.ts';
import classes from './icon-button.module.css';
import { alertsBellStrings as strings } from './shell-strings.ts';

export const bellQuery = queryOptions({
  queryKey: ['alerts', 'bell'] as const,
  queryFn: ({ signal }) => request(listAlerts, { query: { limit: '1' }, signal }),
  refetchInterval: MINUTE_MS,
  // A background query, so its failure must not navigate or show anything.
  meta: { errors: 'own' },
});

/**
 * The bell in the header: the number of new alerts, and the number of unacknowledged alerts. Shown on every screen to
 * users who may see alerts.
 */
export function AlertsBell() {
  const user = useCurrentUser();
  // The server rejects such requests from an account that lacks a required second factor.
  const hasAlerts = HAS_BACKEND && user !== null && user.role !== 'unassigned' && user.second_factor !== 'missing';
  const { data } = useQuery({ ...bellQuery, enabled: hasAlerts });
  if (!hasAlerts) return null;
  const unread = data?.unread ?? 0;
  const waiting = data?.waiting ?? 0;
  const told = [
    ...(unread === 0 ? [] : [interpolate(strings.unread, { count: unread })]),
    ...(waiting === 0 ? [] : [interpolate(strings.unacknowledged, { count: waiting })]),
  ];
  const label = told.length === 0 ? strings.alerts : interpolate(strings.alertsWith, { details: told.join(', ') });
  return (
    <Link to={PATHS.alerts} className={classes.button} aria-label={label} title={label}>
      <IconBell size={20} stroke={1.75} aria-hidden="true" />
      {unread === 0 ? null : (
        <span className={classes.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  );
}
