type RawSearch = Record<string, unknown>;

const readers = new WeakSet<object>();

/**
 * Wraps a reader of a route's query string so that everything it does not return is dropped. The router merges the
 * result of `validateSearch` into the raw query and so keeps refused values. Therefore each name that was not read is
 * returned as undefined. A test requires this of every route that reads its address.
 */
export function routeSearch<Search extends object>(read: (raw: RawSearch) => Search): (raw: RawSearch) => Search {
  const reader = (raw: RawSearch): Search => ({
    ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
    ...read(raw),
  });
  readers.add(reader);
  return reader;
}

/** Whether the reader was made by `routeSearch`. */
export const isRouteSearch = (reader: unknown): boolean => typeof reader === 'function' && readers.has(reader);

/** Whether the value is a non-empty text of at most this length, without control characters. */
export const isPlainText = (value: unknown, longest: number): value is string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
  typeof value === 'string' && value !== '' && value.length <= longest && !/[\u0000-\u001f\u007f]/.test(value);
