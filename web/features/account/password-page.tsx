import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import classes from './account.module.css';
import { ConfirmedNote } from './confirmed-note.tsx';
import { DemoNote } from './demo-note.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { ProvidersPanel } from './providers-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** `/app/password`: everything about signing in to the user's own account. */
export function PasswordPage() {
  const user = useCurrentUser();
  return user === null ? null : <SigningIn user={user} />;
}

/**
 * Puts the second factor first for a user who must set it up. The order stays until the user leaves the page, because
 * the recovery codes are shown only once.
 */
function SigningIn({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const [isFactorFirst] = useState(user.second_factor === 'missing');
  const goOn = isFactorFirst ? () => void navigate({ to: '/app/main/dashboard' }) : undefined;
  const password = <PasswordPanel key="password" user={user} />;
  const factor = <SecondFactorPanel key="factor" isDemo={user.demo} hasPasskey={user.has_passkey} onKept={goOn} />;
  // Only the owner of the account sees passkeys, not an administrator who views as the user.
  const passkeys = user.viewed_by === '' ? <PasskeysPanel key="passkeys" isDemo={user.demo} onKept={goOn} /> : null;
  return (
    <>
      <PageTitle title="Password and sign-in" context={user.email} />
      <ConfirmedNote />
      {user.demo ? <DemoNote /> : null}
      {user.second_factor === 'missing' ? (
        <p className={`${classes.demo} ${classes.warning}`} role="note">
          Administrators of this installation need a second factor. Add a passkey or set up an app here; everything else
          opens then.
        </p>
      ) : null}
      <div className={classes.columns}>
        <div className={classes.column}>
          {isFactorFirst ? [passkeys, factor, password] : [password, passkeys, factor]}
        </div>
        <div className={classes.column}>
          <SessionsPanel isDemo={user.demo} />
          <ProvidersPanel isDemo={user.demo} />
        </div>
      </div>
    </>
  );
}
