import { endSession, isUserNew, loadCurrentUser } from '../features/auth/session-api.ts';
import { forgetDrafts } from '../lib/forget-drafts.ts';
import { clearSession, readToken, readUser } from '../lib/session.ts';
import { mayLeave } from '../lib/unsaved.ts';
import { PATHS } from './paths.ts';

/** What of the router is needed here; the router itself imports this file. */
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
 * Logs out: what was fetched goes with the page, and nothing asks the server any more when it ends the session. Whether
 * it could be reached or not, nobody stays signed in here. Text that was not sent is asked about first.
 */
export async function signOut(router: Addresses): Promise<void> {
  if (!(await mayLeave(true))) return;
  const token = readToken();
  clearSession();
  forgetDrafts();
  await router.navigate({ to: PATHS.login, replace: true });
  await endSession(token);
}

/** The server no longer accepts the session (401): back to the login page, remembering where from (docs/threat-model.md#b2). */
export function sessionEnded(router: Addresses): void {
  const { href, pathname } = router.state.location;
  clearSession();
  const search = needsSession(pathname) ? { from: href } : {};
  // Nothing is asked: what was typed is kept, and there again after signing in.
  void router.navigate({ to: PATHS.login, search, replace: true, ignoreBlocker: true });
}

/** Follows what other tabs do: their sign-out or sign-in counts here too. Answers how to stop. */
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
  // Back to a page that the browser kept as it was: it has heard nothing of what happened meanwhile (docs/threat-model.md#b9).
  const onReturn = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && readToken() !== last) window.location.reload();
  };
  window.addEventListener('pageshow', onReturn, { signal });
  return () => stopping.abort();
}

/**
 * Asks the server once at the start who is signed in: the first paint trusted the stored token and user (docs/threat-model.md#b2).
 * A changed role is shown at once.
 */
export async function verifySession(router: Addresses): Promise<void> {
  const before = readUser();
  if (readToken() === null || before === null || isUserNew()) return;
  try {
    const { role } = await loadCurrentUser();
    if (role !== before.role) await router.invalidate();
  } catch {
    // 401 has been acted on by the client's observer; anything else shows where the screen's own data fail.
  }
}
