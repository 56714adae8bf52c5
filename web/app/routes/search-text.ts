import { isPlainText, routeSearch } from '../../lib/route-search.ts';

/** No URL or token in the product is longer. */
const LONGEST = 2_000;

/** Reads those of the named query parameters that are present, as strings. */
export const textSearch = <Search extends object>(...names: (keyof Search & string)[]) =>
  routeSearch(
    (raw): Search =>
      Object.fromEntries(
        names.flatMap((name) => (isPlainText(raw[name], LONGEST) ? [[name, raw[name]]] : [])),
      ) as Search,
  );
