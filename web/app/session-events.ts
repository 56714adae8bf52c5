import { endSession, isUserNew, loadCurrentUser } from '../features/auth/session-api.ts';
import { forgetDrafts } from '../lib/forget-drafts.ts';
import { clearSession, readToken, readUser } from '../lib/session.ts';
import { mayLeave } from '../lib/unsaved.ts';
import { PATHS } from './paths.ts';

/** The parts of the router that this module needs. The router itself imports this module. */
type Addresses = {
  readonly state: { readonly location: { readonly href: string; readonly pathname: string } };
  navigate: (to: {
    to: string;
    search?: Record<string, string>;
    replace?: boolean;
    ignoreBlocker?: boolean;
  }) => Promise<void>;
  invalidate: () => Promise<void>;
};

const needsSession = (pathname: string): boolean => /^\/(app|admin)(\/|$)/.test(pathname);

/**
 * Signs out. First asks for confirmation if the user has typed unsent text. Leaving the page discards its data and
 * stops its requests before the server ends the session. This browser signs the user out even if the server is
 * unreachable.
 */
export async function signOut(router: Addresses): Promise<void> {
  if (!(await mayLeave(true))) return;
  const token = readToken();
  clearSession();
  forgetDrafts();
  await router.navigate({ to: PATHS.login, replace: true });
  await endSession(token);
}

/**
 * Handles a session that the server no longer accepts (401): redirects to the login page, which remembers the URL
 * (docs/threat-model.md#b2).
 */
export function sessionEnded(router: Addresses): void {
  const { href, pathname } = router.state.location;
  clearSession();
  const search = needsSession(pathname) ? { from: href } : {};
  // Skips the navigation blocker: drafts are stored and restored after sign-in.
  void router.navigate({ to: PATHS.login, search, replace: true, ignoreBlocker: true });
}

/** Follows sign-ins and sign-outs in other tabs. Returns a function that stops watching the other tabs. */
export function watchOtherTabs(router: Addresses): () => void {
  let last = readToken();
  const stopping = new AbortController();
  const { signal } = stopping;
  const onStorage = (): void => {
    const token = readToken();
    if (token !== last && needsSession(router.state.location.pathname)) void router.invalidate();
    last = token;
  };
  window.addEventListener('storage', onStorage, { signal });
  // The browser restored a cached page that missed changes to the session (docs/threat-model.md#b9).
  const onReturn = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && readToken() !== last) window.location.reload();
  };
  window.addEventListener('pageshow', onReturn, { signal });
  return () => stopping.abort();
}

/**
 * Checks once at startup who is signed in, because the first paint trusted the stored token and user
 * (docs/threat-model.md#b2). A changed role takes effect immediately.
 */
export async function verifySession(router: Addresses): Promise<void> {
  const before = readUser();
  if (readToken() === null || before === null || isUserNew()) return;
  try {
    const { role } = await loadCurrentUser();
    if (role !== before.role) await router.invalidate();
  } catch {
    // The API client's observer has already handled a 401. After other failures, the screen's own queries fail too and
    // show the error.
  }
}
