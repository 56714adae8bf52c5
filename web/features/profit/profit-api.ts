import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listProfit } from '#contract/profit.ts';
import type { PROFIT_RANGES } from '#contract/table-choices.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { request } from '../../lib/api-client.ts';
import type { TableSearch } from '../../lib/table-search.ts';

/** Returns the range from the search parameters, which the route has already validated; 90 days by default. */
export const rangeOf = ({ range = '90d' }: TableSearch) => range as (typeof PROFIT_RANGES)[number] | '90d';

export const profitQuery = (search: TableSearch) => {
  const { q, sort, page, limit, advice } = search;
  const asked = { q, sort, page, limit, advice, range: rangeOf(search) };
  return queryOptions({
    queryKey: ['profit', asked] as const,
    // The route has already validated the search parameters for the endpoint.
    queryFn: ({ signal }) => request(listProfit, { query: asked as never, signal }),
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
  });
};
