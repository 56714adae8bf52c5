const HOME = '/app';

/** Control characters, spaces and backslashes, which browsers normalize to other characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
const FORBIDDEN = /[\u0000-\u0020\u007f-\u009f\\]/;

/**
 * Returns the path to open after sign-in: `path` if it is a page of this product that needs a session, else `/app`
 * (docs/threat-model.md#b8). The path is taken from the URL, so an attacker may have written it.
 */
export function safeReturnPath(path: unknown, origin: string = window.location.origin): string {
  if (typeof path !== 'string' || path.length > 2_000 || FORBIDDEN.test(path) || !/^\/(?!\/)/.test(path)) return HOME;
  let url: URL;
  try {
    url = new URL(path, origin);
  } catch {
    return HOME;
  }
  const isOwn = url.origin === origin && /^\/(app|admin)(\/|$)/.test(url.pathname) && !url.pathname.includes('//');
  return isOwn ? `${url.pathname}${url.search}${url.hash}` : HOME;
}
