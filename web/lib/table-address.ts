import { useRouter, useSearch } from '@tanstack/react-router';
import { addressWith, useAddressParts } from './address-parts.ts';
import type { TableSearch } from './table-search.ts';

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

/** Returns the parameters with this prefix, without the prefix. */
const ownParts = <Value>(search: Readonly<Record<string, Value>>, list: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      name.startsWith(`${list}_`) ? [[name.slice(list.length + 1), value]] : [],
    ),
  );

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
