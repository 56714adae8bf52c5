import { isGoogleMapsPage } from '#contract/site.ts';

function isThere(path: string): boolean {
  try {
    return isGoogleMapsPage(decodeURI(path));
  } catch {
    return false;
  }
}

/**
 * Whether this document may load Google's scripts. The server sends the page with Google's map under a different
 * content policy, so this value is true for a document opened on that page. That policy also requires a key, and only
 * later is it known whether there is one.
 */
let mayLoadGoogle = typeof window !== 'undefined' && isThere(window.location.pathname);

export const hasGooglePolicy = (): boolean => mayLoadGoogle;

/** Records that there is no key. All documents then have the same policy. */
export function noteNoGoogle(): void {
  mayLoadGoogle = false;
}

/**
 * Reloads the page with Google's map to get the policy that allows Google. Does nothing if the document was opened on
 * that page.
 */
export function enterGooglePolicy(): void {
  if (!mayLoadGoogle && isThere(window.location.pathname)) window.location.reload();
}

/**
 * Leaves the document of Google's map with a full page load, because a policy stays with its document. In that case the
 * promise never resolves.
 */
export async function leaveGooglePolicy({ pathname, href }: { pathname: string; href: string }): Promise<void> {
  if (!mayLoadGoogle || isThere(pathname)) return;
  window.location.assign(href);
  await new Promise(() => {});
}
