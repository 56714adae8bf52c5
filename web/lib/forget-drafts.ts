/** Drafts live with the tab: they survive a reload, an ended session and the way to /500, and go when the tab is closed. */
export const DRAFT_PREFIX = 'draft:';

/** Throws away what was typed; for signing out. */
export function forgetDrafts(): void {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFT_PREFIX));
    for (const key of keys) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept where storage is closed.
  }
}
