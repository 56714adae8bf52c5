import { isGoogleMapsPage } from '#contract/site.ts';

function isThere(path: string): boolean {
  try {
    return isGoogleMapsPage(decodeURI(path));
  } catch {
    return false;
  }
}

/**
 * Whether this document may load what Google sends: it was opened at the page of Google's map, where the server sends
 * another content policy. That there is no key, and so no other policy, is known later.
 */
let mayLoadGoogle = typeof window !== 'undefined' && isThere(window.location.pathname);

export const hasGooglePolicy = (): boolean => mayLoadGoogle;

/** There is no key: all documents are alike. */
export function noteNoGoogle(): void {
  mayLoadGoogle = false;
}

/** Opens the page of Google's map anew, with the policy that lets it. Where it was opened itself it is there already. */
export function enterGooglePolicy(): void {
  if (!mayLoadGoogle && isThere(window.location.pathname)) window.location.reload();
}

/** Leaves the document of Google's map by loading the next page as a whole: a policy stays with its document. */
export async function leaveGooglePolicy({ pathname, href }: { pathname: string; href: string }): Promise<void> {
  if (!mayLoadGoogle || isThere(pathname)) return;
  window.location.assign(href);
  await new Promise(() => {});
}
