type RawSearch = Record<string, unknown>;

const readers = new WeakSet<object>();

/**
 * Wraps a function that reads a route's query string, so that every parameter it does not return is dropped. The router
 * merges the result of `validateSearch` into the raw query and so keeps rejected values. Therefore the wrapper returns
 * each unread name as undefined. A test requires this wrapper for every route that reads its query string.
 */
export function routeSearch<Search extends object>(read: (raw: RawSearch) => Search): (raw: RawSearch) => Search {
  const reader = (raw: RawSearch): Search => ({
    ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
    ...read(raw),
  });
  readers.add(reader);
  return reader;
}

/** Whether the function was made by `routeSearch`. */
export const isRouteSearch = (reader: unknown): boolean => typeof reader === 'function' && readers.has(reader);

/** Whether the value is a non-empty string of at most `longest` characters, without control characters. */
export const isPlainText = (value: unknown, longest: number): value is string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
  typeof value === 'string' && value !== '' && value.length <= longest && !/[\u0000-\u001f\u007f]/.test(value);
