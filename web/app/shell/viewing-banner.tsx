import { IconUserSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { endSession } from '../../features/auth/session-api.ts';
import { clearSession, readToken, useCurrentUser } from '../../lib/session.ts';
import { PATHS } from '../paths.ts';
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
    <aside className={classes.banner} aria-label="Viewing as another user">
      <IconUserSearch size={18} stroke={1.75} aria-hidden="true" />
      <p>
        You view as <strong>{user.email}</strong>. Nothing can be changed.
      </p>
      <button type="button" onClick={() => void stop()}>
        Stop viewing
      </button>
    </aside>
  );
}
