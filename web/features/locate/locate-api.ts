import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type DevicePage, listDevices } from '#contract/list.ts';
import { request } from '../../lib/api-client.ts';

export const ROWS_PER_PAGE = 25;

/** Queries one page of the outlets in scope, ordered by EUI. */
export const outletsQuery = (q: string, page: number) =>
  queryOptions({
    queryKey: ['locate', q, page] as const,
    queryFn: async ({ signal }) => {
      const query = {
        held: 'now',
        limit: String(ROWS_PER_PAGE),
        offset: String((page - 1) * ROWS_PER_PAGE),
        ...(q === '' ? {} : { q }),
      };
      const { data, total } = await request<DevicePage>(listDevices, { query, signal });
      return { data, total, page, limit: ROWS_PER_PAGE };
    },
    placeholderData: keepPreviousData,
  });
