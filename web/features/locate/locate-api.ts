import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type DevicePage, listDevices } from '#contract/list.ts';
import { request } from '../../lib/api-client.ts';

const ROWS_PER_PAGE = '25';

/** Queries one page of the outlets in scope, ordered by EUI. */
export const outletsQuery = (q: string, page: number, rows = ROWS_PER_PAGE) =>
  queryOptions({
    queryKey: ['locate', q, page, rows] as const,
    queryFn: async ({ signal }) => {
      const query = {
        held: 'now',
        limit: rows,
        offset: String((page - 1) * Number(rows)),
        ...(q === '' ? {} : { q }),
      };
      const { data, total } = await request<DevicePage>(listDevices, { query, signal });
      return { data, total, page, limit: Number(rows) };
    },
    placeholderData: keepPreviousData,
  });
