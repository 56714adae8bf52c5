import { lazy, Suspense } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { AccountFace } from './account-face.tsx';
import classes from './shell.module.css';

const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then(({ AccountMenu: component }) => ({ default: component })),
);

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
