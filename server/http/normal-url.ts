/** One spelling of an address: single slashes, none at the end of an API path (decisions section 2, security C4). */
export function normalUrl(url: string): string {
  const [path = '/', ...query] = url.split('?');
  const single = path.replace(/\/{2,}/g, '/');
  const bare = /^\/api\/.+\/$/.test(single) ? single.replace(/\/+$/, '') : single;
  return query.length > 0 ? `${bare}?${query.join('?')}` : bare;
}
