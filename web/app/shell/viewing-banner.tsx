import { IconUserSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { endSession } from '../../features/auth/session-api.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { clearSession, readToken, useCurrentUser } from '../../lib/session.ts';
import { PATHS } from '../paths.ts';
import { viewingBannerStrings as strings } from './shell-strings.ts';
import classes from './viewing-banner.module.css';

/** A banner shown while an administrator views the product as another user, with a button that ends the view. */
export function ViewingBanner() {
  const router = useRouter();
  const user = useCurrentUser();
  if (!user?.viewed_by) return null;
  const stop = async (): Promise<void> => {
    const token = readToken();
    clearSession();
    await router.navigate({ to: PATHS.adminUsers, replace: true });
    await endSession(token);
  };
  return (
    <aside className={classes.banner} aria-label={strings.viewingAsAnotherUser}>
      <IconUserSearch size={18} stroke={1.75} aria-hidden="true" />
      <p>{interpolate(strings.viewingAs, { email: <strong>{user.email}</strong> })}</p>
      <button type="button" onClick={() => void stop()}>
        {strings.stopViewing}
      </button>
    </aside>
  );
}
