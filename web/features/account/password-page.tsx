import { useEffect } from 'react';
import { announceConfirmed } from '../../lib/provider-confirmation.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import classes from './account.module.css';
import { DemoNote } from './demo-note.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { ProvidersPanel } from './providers-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** Back from a provider that confirmed who the reader is: the tab that waits for it goes on by itself. */
function useReturnFromProvider(): boolean {
  const isBack = new URLSearchParams(window.location.search).has('confirmed');
  useEffect(() => {
    if (!isBack) return;
    announceConfirmed();
    window.close();
  }, [isBack]);
  return isBack;
}

/** `/app/password`: everything about getting into the own account. */
export function PasswordPage() {
  const user = useCurrentUser();
  const isBack = useReturnFromProvider();
  if (user === null) return null;
  return (
    <>
      <PageTitle title="Password and sign-in" context={user.email} />
      {isBack ? (
        <p className={classes.demo} role="status">
          It is confirmed that it is you. Close this tab and go on in the other one.
        </p>
      ) : null}
      {user.demo ? <DemoNote /> : null}
      {user.secondFactor === 'missing' ? (
        <p className={`${classes.demo} ${classes.warning}`} role="note">
          Administrators of this installation need a second factor. Set it up here; everything else opens then.
        </p>
      ) : null}
      <div className={classes.columns}>
        <div className={classes.column}>
          <PasswordPanel user={user} />
          <SecondFactorPanel isDemo={user.demo} />
        </div>
        <div className={classes.column}>
          <SessionsPanel isDemo={user.demo} />
          <ProvidersPanel isDemo={user.demo} />
        </div>
      </div>
    </>
  );
}
