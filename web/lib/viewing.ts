/** Keys in session storage, which belongs to one tab: other tabs keep the administrator's session. */
const VIEW_TOKEN_KEY = 'viewToken';
const VIEW_USER_KEY = 'viewUser';

const stored = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Returns the session token with which this tab views as another user; null in a normal tab. */
export const viewToken = (): string | null => stored(VIEW_TOKEN_KEY);
export const viewUser = (): string | null => stored(VIEW_USER_KEY);

export function storeViewUser(user: string): void {
  sessionStorage.setItem(VIEW_USER_KEY, user);
}

/** Deletes this tab's view session. The administrator's own session becomes active again. */
export function forgetViewing(): void {
  try {
    sessionStorage.removeItem(VIEW_TOKEN_KEY);
    sessionStorage.removeItem(VIEW_USER_KEY);
  } catch {
    // If storage is blocked, there is no view session.
  }
}

/**
 * Opens the product as another user sees it. Loads the document again, so that none of the administrator's data remains
 * in the document.
 */
export function beginViewing(token: string): void {
  sessionStorage.setItem(VIEW_TOKEN_KEY, token);
  sessionStorage.removeItem(VIEW_USER_KEY);
  window.location.assign('/app');
}
