import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listProfit } from '#contract/profit.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { request } from '../../lib/api-client.ts';
import type { TableSearch } from '../../lib/table-search.ts';

export const profitQuery = ({ q, sort, page, advice, range = '90d' }: TableSearch) =>
  queryOptions({
    queryKey: ['profit', { q, sort, page, advice, range }] as const,
    // The route has read the address: only what the endpoint takes is in it.
    queryFn: ({ signal }) => request(listProfit, { query: { q, sort, page, advice, range } as never, signal }),
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
  });
