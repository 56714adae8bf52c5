import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listProfit } from '#contract/profit.ts';
import type { PROFIT_RANGES } from '#contract/table-choices.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { request } from '../../lib/api-client.ts';
import type { TableSearch } from '../../lib/table-search.ts';

/** The route has read the address: it is one of these, and 90 days without one. */
export const rangeOf = ({ range = '90d' }: TableSearch) => range as (typeof PROFIT_RANGES)[number] | '90d';

export const profitQuery = (search: TableSearch) => {
  const { q, sort, page, advice } = search;
  const asked = { q, sort, page, advice, range: rangeOf(search) };
  return queryOptions({
    queryKey: ['profit', asked] as const,
    // Only what the endpoint takes is in it, as the route has read it.
    queryFn: ({ signal }) => request(listProfit, { query: asked as never, signal }),
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
  });
};
