import { useRouter, useSearch } from '@tanstack/react-router';
import { addressWith, useAddressParts } from './address-parts.ts';
import { isPlainText, routeSearch } from './route-search.ts';

/** A table's search parameters: search text, sort, page and filters. Defaults are left out. */
export type TableSearch = Readonly<Partial<Record<string, string>>>;

export type TableRules = {
  /** Names of the sortable columns. */
  readonly sorts: readonly string[];
  /** Filters by name, each with its allowed values or a check. */
  readonly filters?: Readonly<Record<string, readonly string[] | RegExp | ((value: string) => boolean)>>;
  /** Earlier filter names, so that saved URLs still work. */
  readonly formerly?: Readonly<Record<string, string>>;
  /** Further tables on the page, by the prefix of their parameters (`useTableAddress`). */
  readonly also?: Readonly<Record<string, Omit<TableRules, 'formerly' | 'also'>>>;
};

/** Numbers of rows per page to choose from, besides a table's default. */
export const PAGE_SIZES = ['25', '50', '100'] as const;

const LONGEST_TEXT = 200;

/** Matches a row's id. */
export const ROW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns a check that accepts text of at most this length. */
export const upTo =
  (longest: number) =>
  (value: string): boolean =>
    value.length <= longest;

/** Returns a `validateSearch` function for the route of a table's page. */
export const tableSearch = (rules: TableRules) => routeSearch((raw): TableSearch => tableSearchOf(raw, rules));

/** Reads the query string of a table's page. Drops unknown values; never throws. */
export function tableSearchOf(
  raw: Readonly<Record<string, unknown>>,
  { sorts, filters = {}, formerly = {}, also = {} }: TableRules,
): TableSearch {
  const search: Record<string, string> = {};
  for (const [list, rules] of Object.entries(also))
    for (const [name, value] of Object.entries(tableSearchOf(ownParts(raw, list), rules)))
      if (value !== undefined) search[`${list}_${name}`] = value;
  const keep = (name: string, isGood: (value: string) => boolean): void => {
    const value = raw[name] ?? raw[formerly[name] ?? name];
    if (isPlainText(value, LONGEST_TEXT) && isGood(value)) search[name] = value;
  };
  keep('q', () => true);
  const sort = sortOf(raw.sort, sorts);
  if (sort !== undefined) search.sort = sort;
  keep('page', (value) => /^[1-9]\d{0,4}$/.test(value) && value !== '1');
  keep('limit', (value) => PAGE_SIZES.some((size) => size === value));
  for (const [name, values] of Object.entries(filters))
    keep(name, (value) => {
      if (typeof values === 'function') return values(value);
      return values instanceof RegExp ? values.test(value) : values.includes(value);
    });
  return search;
}

/** Returns the parameters with this prefix, without the prefix. */
const ownParts = <Value>(search: Readonly<Record<string, Value>>, list: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      name.startsWith(`${list}_`) ? [[name.slice(list.length + 1), value]] : [],
    ),
  );

/**
 * Returns the sort column under its current API name; undefined if the table can't sort by it. Saved URLs may contain
 * `lastSeenAt` or `created`.
 */
function sortOf(value: unknown, sorts: readonly string[]): string | undefined {
  if (!isPlainText(value, LONGEST_TEXT)) return undefined;
  const name = value.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  return [value, name, `${name}_at`].find((known) => sorts.includes(known.replace(/^-/, '')));
}

export type TableAddress = {
  readonly search: TableSearch;
  /**
   * Changes search parameters ('' removes a parameter) and returns to the first page. `isTyping` adds no history entry.
   */
  readonly change: (parts: TableSearch, options?: { isTyping?: boolean }) => void;
  /** Changes what is open over the table, such as a drawer or a form. The table stays on its page. */
  readonly open: (parts: TableSearch) => void;
  readonly openPage: (page: number) => void;
  readonly hrefOf: (page: number) => string;
};

/** Returns the state of the second or further table of a screen, whose parameters have a prefix (`also`). */
export function useFurtherTable(list: string): TableAddress {
  const { change, hrefOf, open, openPage, search } = useTableAddress(`${list}_page`);
  return {
    search: ownParts(search as Readonly<Record<string, string>>, list),
    change: (parts, options) =>
      change(Object.fromEntries(Object.entries(parts).map(([name, value]) => [`${list}_${name}`, value])), options),
    open,
    openPage,
    hrefOf,
  };
}

/**
 * Returns the state of a table's page, which is stored in the URL. The route reads the URL with `tableSearch`. `place`
 * is the parameter for the page number, so that a second list on the screen can use a different parameter.
 */
export function useTableAddress(place = 'page'): TableAddress {
  const partOfPage = (page: number): TableSearch => ({ [place]: page === 1 ? '' : String(page) });
  const router = useRouter();
  const search: TableSearch = useSearch({ strict: false });
  const go = useAddressParts<TableSearch>();
  return {
    search,
    change: (parts, { isTyping = false } = {}) => go({ [place]: '', ...parts }, { replace: isTyping }),
    open: (parts) => go(parts),
    openPage: (page) => go(partOfPage(page)),
    hrefOf: (page) => router.buildLocation(addressWith(partOfPage(page))).href,
  };
}
