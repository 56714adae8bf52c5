import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { PATHS } from '../paths.ts';
import classes from './icon-button.module.css';
import { todoBellStrings as strings } from './shell-strings.ts';
import { useWaitingCounts } from './use-waiting-counts.ts';

/**
 * The bell in the header: the number of things that wait for the user, and the way to their list. Users who see
 * everything have no such list; their bell opens the alerts.
 */
export function TodoBell() {
  const user = useCurrentUser();
  const counts = useWaitingCounts();
  // The server rejects such requests from an account that lacks a required second factor.
  if (!HAS_BACKEND || user === null || user.role === 'unassigned' || user.second_factor === 'missing') return null;
  const path = user.role === 'admin' ? PATHS.adminTodo : user.role === '' ? PATHS.alerts : PATHS.todo;
  const waiting = user.role === '' ? 0 : (counts.get(path) ?? 0);
  const none = user.role === '' ? strings.alerts : strings.none;
  const label = waiting === 0 ? none : interpolate(strings.waiting, { count: waiting });
  return (
    <Link to={path} className={classes.button} aria-label={label} title={label}>
      <IconBell size={20} stroke={1.75} aria-hidden="true" />
      {waiting === 0 ? null : (
        <span className={classes.count} aria-hidden="true">
          {waiting > 99 ? '99+' : waiting}
        </span>
      )}
    </Link>
  );
}
