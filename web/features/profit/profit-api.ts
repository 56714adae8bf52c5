import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listProfit } from '#contract/profit.ts';
import type { PROFIT_RANGES } from '#contract/table-choices.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { request } from '../../lib/api-client.ts';
import { downloadTable, type TableFile } from '../../lib/download-table.ts';
import type { TableSearch } from '../../lib/table-search.ts';

/** Returns the range from the search parameters, which the route has already validated; 90 days by default. */
export const rangeOf = ({ range = '90d' }: TableSearch) => range as (typeof PROFIT_RANGES)[number] | '90d';

/** Builds the endpoint's query. The route has already validated the search parameters. */
const asked = (search: TableSearch) => {
  const { q, sort, page, limit, advice } = search;
  return { q, sort, page, limit, advice, range: rangeOf(search) } as never;
};

export const profitQuery = (search: TableSearch) =>
  queryOptions({
    queryKey: ['profit', asked(search)] as const,
    queryFn: ({ signal }) => request(listProfit, { query: asked(search), signal }),
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
  });

export const downloadProfit = (search: TableSearch, file: TableFile) => downloadTable(listProfit, asked(search), file);
