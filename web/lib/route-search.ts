type RawSearch = Record<string, unknown>;

const readers = new WeakSet<object>();

/**
 * What a route reads of its query string; everything else is dropped. The router lays the answer of `validateSearch` over
 * the raw text and so keeps whatever was refused: here each name that was not read comes back as undefined. A test holds
 * every route that reads its address to this.
 */
export function routeSearch<Search extends object>(read: (raw: RawSearch) => Search): (raw: RawSearch) => Search {
  const reader = (raw: RawSearch): Search => ({
    ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
    ...read(raw),
  });
  readers.add(reader);
  return reader;
}

/** Whether it was made by `routeSearch`. */
export const isRouteSearch = (reader: unknown): boolean => typeof reader === 'function' && readers.has(reader);

/** Whether the text is of a length and has no control characters. */
export const isPlainText = (value: unknown, longest: number): value is string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
  typeof value === 'string' && value !== '' && value.length <= longest && !/[\u0000-\u001f\u007f]/.test(value);
