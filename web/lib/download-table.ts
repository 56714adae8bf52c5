import type { Endpoint } from '#contract/endpoint.ts';
import { requestFile } from './api-client.ts';
import { saveFile } from './save-file.ts';

/** What a table's file leaves out: the columns that the person has hidden. */
export type TableFile = { readonly hide: readonly string[] };

/**
 * Downloads all rows of a table that match the list's query as a CSV file, in its order, without the hidden columns.
 * The endpoint's query must have the fields of `TableQuery`.
 */
export async function downloadTable(endpoint: Endpoint, query: object, { hide }: TableFile): Promise<void> {
  const { limit: _, page: _page, ...wanted } = query as Readonly<Record<string, string | undefined>>;
  const file = { ...wanted, format: 'csv', ...(hide.length === 0 ? {} : { hide: hide.join(',') }) };
  saveFile(await requestFile(endpoint, { query: file as never }));
}

/**
 * Returns the `hide` parameter of an export whose file has columns of its own, for re-import. `inFile` names the columns
 * of the file for each column of the table.
 */
export function hiddenIn(
  inFile: Readonly<Record<string, readonly string[]>>,
  hide: readonly string[],
): { readonly hide?: string } {
  const names = hide.flatMap((name) => inFile[name] ?? []);
  return names.length === 0 ? {} : { hide: names.join(',') };
}
