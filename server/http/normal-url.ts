/** Longest path part that a route accepts as a parameter. */
export const LONGEST_PATH_PART = 200;
/** Target of undecodable addresses. No route is registered there. */
const NOWHERE = '/api/-';

/**
 * Normalizes an address: single slashes, and no trailing slash on an API path, /metrics or /.well-known
 * (docs/decisions.md#contract, docs/threat-model.md#c4). An undecodable address leads nowhere. The server answers it
 * like any other unknown address, with all headers.
 */
export function normalUrl(url: string): string {
  const [path = '/', ...query] = url.split('?');
  if (!isReadable(path)) return NOWHERE;
  const single = path.replace(/\/{2,}/g, '/');
  const bare = /^\/(api\/.+|metrics|\.well-known\/.+)\/$/.test(single) ? single.replace(/\/+$/, '') : single;
  return query.length > 0 ? `${bare}?${query.join('?')}` : bare;
}

const isReadable = (path: string): boolean =>
  decoded(path) !== null && path.split('/').every((part) => part.length <= LONGEST_PATH_PART);

/** Callers must use the result. The bundler removes a call whose result is unused. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
