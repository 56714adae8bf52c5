import { Link, useRouter } from '@tanstack/react-router';
import { useCurrentUser } from '../../lib/session.ts';
import { PlainButton, plainButtonClass } from '../../ui/plain-button.tsx';
import { PATHS } from '../paths.ts';
import { signOut } from '../session-events.ts';
import { MessagePage } from './message-page.tsx';
import { LockedDrawing } from './page-drawings.tsx';
import classes from './pages.module.css';

/** The 403 page. For an account that is not linked yet, it explains what to do (docs/decisions.md#who-sees-what). */
export function ForbiddenPage() {
  const user = useCurrentUser();
  const router = useRouter();
  const isUnassigned = user?.role === 'unassigned';
  return (
    <MessagePage
      drawing={<LockedDrawing />}
      code="403"
      title={isUnassigned ? 'Your account is not linked yet' : 'You have no access to this'}
      text={
        isUnassigned
          ? `${user.email} is signed in, but an administrator has to link it to a customer before there is anything to see. Ask yours to do so, then log in again.`
          : 'Your account may not see this page or these figures. If you need them, ask an administrator of your network.'
      }
    >
      <div className={classes.actions}>
        {user === null || isUnassigned ? null : (
          <Link to={PATHS.app} className={plainButtonClass()}>
            Back to the dashboard
          </Link>
        )}
        {isUnassigned ? (
          <Link to={PATHS.editProfile} className={plainButtonClass(true)}>
            Your account
          </Link>
        ) : null}
        {user === null ? (
          <Link to={PATHS.login} className={plainButtonClass()}>
            To the login page
          </Link>
        ) : (
          <PlainButton isQuiet onClick={() => void signOut(router)}>
            Log out
          </PlainButton>
        )}
      </div>
    </MessagePage>
  );
}
