/**
 * Prefix of the drafts' keys in session storage. Drafts survive a reload, an ended session and the redirect to /500.
 * Closing the tab deletes the drafts.
 */
export const DRAFT_PREFIX = 'draft:';

/** Deletes all drafts, on sign-out. */
export function forgetDrafts(): void {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFT_PREFIX));
    for (const key of keys) sessionStorage.removeItem(key);
  } catch {
    // If storage is blocked, there are no drafts.
  }
}
