import { DEFAULT_PAGE_SIZE } from '#contract/pagination.ts';

/** Returns the requested page of a table. `offset` is the number of rows before the page. */
export function readPage({ page, limit }: { page?: string | undefined; limit?: string | undefined }) {
  const rows = Number(limit ?? DEFAULT_PAGE_SIZE);
  const number = Number(page ?? 1);
  return { page: number, limit: rows, offset: (number - 1) * rows } as const;
}

/** Splits `-name` into column and direction. The caller must still check that sorting by the column is allowed. */
export const readSort = <Name extends string>(sort: Name | `-${Name}`): { name: Name; direction: 'asc' | 'desc' } =>
  sort.startsWith('-') ? { name: sort.slice(1) as Name, direction: 'desc' } : { name: sort as Name, direction: 'asc' };
