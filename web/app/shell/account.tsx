import { lazy, Suspense } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import classes from './shell.module.css';

const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then(({ AccountMenu: component }) => ({ default: component })),
);

const ROLE_WORDS: Record<CurrentUser['role'], string> = {
  admin: 'Administrator',
  property: 'Outlet owner',
  advertiser: 'Advertiser',
  unassigned: 'Not linked yet',
  '': 'Full view',
};

export const nameOf = ({ firstName, email }: CurrentUser): string => firstName || email;

/** Avatar with the user's first name or e-mail (specification section 2); its menu is fetched after the page. */
export function Account({ user, onLogout }: { user: CurrentUser; onLogout: () => void }) {
  return (
    <Suspense
      fallback={
        <div className={classes.account}>
          <AccountFace user={user} />
        </div>
      }
    >
      <AccountMenu user={user} onLogout={onLogout} />
    </Suspense>
  );
}

/** Picture or first letter, name, and what the account is. */
export function AccountFace({ user }: { user: CurrentUser }) {
  const picture = user.avatar[0]?.publicUrl;
  return (
    <>
      {picture ? (
        <img className={classes.avatar} src={picture} alt="" width={32} height={32} />
      ) : (
        <span className={classes.avatar} aria-hidden="true">
          {[...nameOf(user)][0]?.toUpperCase()}
        </span>
      )}
      <span className={classes.who}>
        <span className={classes.name}>{nameOf(user)}</span>
        <span className={classes.role}>{user.customer || ROLE_WORDS[user.role]}</span>
      </span>
    </>
  );
}
