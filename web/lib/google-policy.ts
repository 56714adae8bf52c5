import { isGoogleMapsPage } from '#contract/site.ts';

function isThere(path: string): boolean {
  try {
    return isGoogleMapsPage(decodeURI(path));
  } catch {
    return false;
  }
}

/**
 * Whether this document may load Google's scripts. The server sends another content policy with the page of Google's
 * map, so this holds for a document opened there. Whether there is a key, and so the other policy, is known later.
 */
let mayLoadGoogle = typeof window !== 'undefined' && isThere(window.location.pathname);

export const hasGooglePolicy = (): boolean => mayLoadGoogle;

/** Records that there is no key: all documents then have the same policy. */
export function noteNoGoogle(): void {
  mayLoadGoogle = false;
}

/**
 * Reloads the page of Google's map, to get the policy that allows Google. Does nothing if the document was opened
 * there.
 */
export function enterGooglePolicy(): void {
  if (!mayLoadGoogle && isThere(window.location.pathname)) window.location.reload();
}

/**
 * Leaves the document of Google's map with a full page load, because a policy stays with its document. The promise
 * never resolves then.
 */
export async function leaveGooglePolicy({ pathname, href }: { pathname: string; href: string }): Promise<void> {
  if (!mayLoadGoogle || isThere(pathname)) return;
  window.location.assign(href);
  await new Promise(() => {});
}
