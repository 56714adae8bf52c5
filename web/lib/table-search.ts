import { isPlainText, routeSearch } from './route-search.ts';

/** A table's search parameters: search text, sort, page and filters. Defaults are left out. */
export type TableSearch = Readonly<Partial<Record<string, string>>>;

export type TableRules = {
  /** Names of the sortable columns. `later`: the page sorts itself, and ignores a column that it does not have. */
  readonly sorts: readonly string[] | 'later';
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
  prefix = '',
): TableSearch {
  const search: Record<string, string> = {};
  for (const [list, rules] of Object.entries(also)) Object.assign(search, tableSearchOf(raw, rules, `${list}_`));
  const keep = (name: string, isGood: (value: string) => boolean): void => {
    const value = raw[prefix + name] ?? raw[formerly[name] ?? prefix + name];
    if (isPlainText(value, LONGEST_TEXT) && isGood(value)) search[prefix + name] = value;
  };
  keep('q', () => true);
  const sort = sortOf(raw[`${prefix}sort`], sorts);
  if (sort !== undefined) search[`${prefix}sort`] = sort;
  keep('page', (value) => /^[1-9]\d{0,4}$/.test(value) && value !== '1');
  keep('limit', (value) => PAGE_SIZES.some((size) => size === value));
  for (const [name, values] of Object.entries(filters))
    keep(name, (value) => {
      if (typeof values === 'function') return values(value);
      return values instanceof RegExp ? values.test(value) : values.includes(value);
    });
  return search;
}

/**
 * Returns the sort column under its current API name; undefined if the table can't sort by it. Saved URLs may contain
 * `lastSeenAt` or `created`.
 */
function sortOf(value: unknown, sorts: TableRules['sorts']): string | undefined {
  if (!isPlainText(value, LONGEST_TEXT)) return undefined;
  if (sorts === 'later') return /^-?[a-z_]{1,20}$/.test(value) ? value : undefined;
  const name = value.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  return [value, name, `${name}_at`].find((known) => sorts.includes(known.replace(/^-/, '')));
}
