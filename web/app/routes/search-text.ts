import { isPlainText, routeSearch } from '../../lib/route-search.ts';

/** Maximum length of a query parameter, in characters. No URL or token in the product is longer. */
const LONGEST = 2_000;

/** Reads the named query parameters as strings. Omits parameters that are missing or not plain text. */
export const textSearch = <Search extends object>(...names: (keyof Search & string)[]) =>
  routeSearch(
    (raw): Search =>
      Object.fromEntries(
        names.flatMap((name) => (isPlainText(raw[name], LONGEST) ? [[name, raw[name]]] : [])),
      ) as Search,
  );
