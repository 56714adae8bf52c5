/** Longest part of a path that a route may take as a parameter. */
export const LONGEST_PATH_PART = 200;
/** Where addresses go that cannot be read: nothing is registered there. */
const NOWHERE = '/api/-';

/**
 * One spelling of an address: single slashes, none at the end of an API path or of /metrics (docs/decisions.md#contract,
 * docs/threat-model.md#c4). One that cannot be decoded leads nowhere, so that it is answered like any other unknown
 * address, with all headers.
 */
export function normalUrl(url: string): string {
  const [path = '/', ...query] = url.split('?');
  if (!isReadable(path)) return NOWHERE;
  const single = path.replace(/\/{2,}/g, '/');
  const bare = /^\/(api\/.+|metrics)\/$/.test(single) ? single.replace(/\/+$/, '') : single;
  return query.length > 0 ? `${bare}?${query.join('?')}` : bare;
}

const isReadable = (path: string): boolean =>
  decoded(path) !== null && path.split('/').every((part) => part.length <= LONGEST_PATH_PART);

/** Its result is used: a call that is made only to see whether it throws is taken for dead code by the bundler. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
