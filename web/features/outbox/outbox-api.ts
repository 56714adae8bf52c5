import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getMail, listMails, retryMail } from '#contract/outbox.ts';
import { request } from '../../lib/api-client.ts';
import { downloadTable, type TableFile } from '../../lib/download-table.ts';
import type { TableSearch } from '../../lib/table-search.ts';

/** Query key prefix of all mail lists, to invalidate when a mail changes. */
export const MAIL_LISTS = ['outbox', 'list'] as const;
/** The refetch interval while a queued mail is on the page. Delivery takes seconds. */
const RENEW_MS = 5_000;

export const mailsQuery = ({ q, sort, page, limit, status }: TableSearch) =>
  queryOptions({
    queryKey: [...MAIL_LISTS, { q, sort, page, limit, status }] as const,
    // The route has already validated the search parameters for the endpoint.
    queryFn: ({ signal }) => request(listMails, { query: { q, sort, page, limit, status } as never, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((mail) => mail.status === 'queued') ? RENEW_MS : false),
  });

export const downloadMails = ({ q, sort, status }: TableSearch, file: TableFile) =>
  downloadTable(listMails, { q, sort, status }, file);

export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['outbox', 'one', id] as const,
    queryFn: ({ signal }) => request(getMail, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? RENEW_MS : false),
  });

export const sendAgain = (id: string) => request(retryMail, { params: { id } });
