/** Of this tab only: other tabs go on as the administrator. */
const VIEW_TOKEN_KEY = 'viewToken';
const VIEW_USER_KEY = 'viewUser';

const stored = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
};

/** The session by which this tab sees what another user sees; null in the usual case. */
export const viewToken = (): string | null => stored(VIEW_TOKEN_KEY);
export const viewUser = (): string | null => stored(VIEW_USER_KEY);

export function storeViewUser(user: string): void {
  sessionStorage.setItem(VIEW_USER_KEY, user);
}

/** Forgets the session of this tab; the administrator's own holds again. */
export function forgetViewing(): void {
  try {
    sessionStorage.removeItem(VIEW_TOKEN_KEY);
    sessionStorage.removeItem(VIEW_USER_KEY);
  } catch {
    // Nothing was kept where storage is closed.
  }
}

/** Opens the product as the other user sees it; the page is loaded anew, so that nothing of the administrator's stays in it. */
export function beginViewing(token: string): void {
  sessionStorage.setItem(VIEW_TOKEN_KEY, token);
  sessionStorage.removeItem(VIEW_USER_KEY);
  window.location.assign('/app');
}
