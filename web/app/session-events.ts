import type { QueryClient } from '@tanstack/react-query';
import { endSession, loadCurrentUser } from '../features/auth/api.ts';
import { clearSession, onSessionChange, readToken, readUser } from '../lib/session.ts';
import { PATHS } from './paths.ts';
import { keepAppearance } from './theme/appearance.ts';

/** What of the router is needed here; the router itself imports this file. */
type Addresses = {
  readonly state: { readonly location: { readonly href: string; readonly pathname: string } };
  navigate: (to: { to: string; search?: Record<string, string>; replace?: boolean }) => Promise<void>;
  invalidate: () => Promise<void>;
};

const needsSession = (pathname: string): boolean => /^\/(app|admin)(\/|$)/.test(pathname);

/** Forgets everything of the session in this browser. */
function forget(queryClient: QueryClient): void {
  clearSession();
  queryClient.clear();
}

/** Logs out: here and on the server; the reader's colours stay although the server asks to clear what is stored. */
export async function signOut(queryClient: QueryClient, router: Addresses): Promise<void> {
  const restoreAppearance = keepAppearance();
  await endSession();
  forget(queryClient);
  restoreAppearance();
  await router.navigate({ to: PATHS.login, replace: true });
}

/** The server no longer accepts the session (401): back to the login page, remembering where from (security B2). */
export function sessionEnded(queryClient: QueryClient, router: Addresses): void {
  const { href, pathname } = router.state.location;
  forget(queryClient);
  const search = needsSession(pathname) ? { from: href } : {};
  void router.navigate({ to: PATHS.login, search, replace: true });
}

/** Follows the session: another tab's sign-out ends it here too; the stored user is compared with the server's once. */
export function watchSession(queryClient: QueryClient, router: Addresses): void {
  let last = readToken();
  onSessionChange(() => {
    const token = readToken();
    if (token === last) return;
    last = token;
    queryClient.clear();
    if (token === null && needsSession(router.state.location.pathname))
      void router.navigate({ to: PATHS.login, replace: true });
    else void router.invalidate();
  });
  if (last === null || readUser() === null) return;
  const roleBefore = readUser()?.role;
  loadCurrentUser()
    .then(({ role }) => (role === roleBefore ? undefined : router.invalidate()))
    .catch(() => {
      // 401 has been acted on by the client's observer; anything else shows where the screen's own data fail.
    });
}
