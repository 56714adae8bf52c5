import { Link, useRouter } from '@tanstack/react-router';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { PlainButton, plainButtonClass } from '../../ui/plain-button.tsx';
import { PATHS } from '../paths.ts';
import { signOut } from '../session-events.ts';
import { forbiddenPageStrings as strings } from './app-pages-strings.ts';
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
      title={isUnassigned ? strings.notLinkedTitle : strings.title}
      text={isUnassigned ? interpolate(strings.notLinkedText, { email: user.email }) : strings.text}
    >
      <div className={classes.actions}>
        {user === null || isUnassigned ? null : (
          <Link to={PATHS.app} className={plainButtonClass()}>
            {strings.backToTheDashboard}
          </Link>
        )}
        {isUnassigned ? (
          <Link to={PATHS.editProfile} className={plainButtonClass(true)}>
            {strings.yourAccount}
          </Link>
        ) : null}
        {user === null ? (
          <Link to={PATHS.login} className={plainButtonClass()}>
            {strings.goToLogin}
          </Link>
        ) : (
          <PlainButton isQuiet onClick={() => void signOut(router)}>
            {strings.signOut}
          </PlainButton>
        )}
      </div>
    </MessagePage>
  );
}
