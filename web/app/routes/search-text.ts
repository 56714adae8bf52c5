/** Those of the named query parameters that are there, as text. */
export const textOf = (search: Record<string, unknown>, ...names: string[]): Partial<Record<string, string>> =>
  Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])));
