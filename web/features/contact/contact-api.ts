import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  type ContactRequest,
  changeMessage,
  getMessage,
  listMessages,
  type MessageAction,
  sendContactMessage,
} from '#contract/contact.ts';
import { request } from '../../lib/api-client.ts';
import { downloadTable, type TableFile } from '../../lib/download-table.ts';
import type { TableSearch } from '../../lib/table-search.ts';

/** Sends the contact form. The error catalog handles failures. */
export const sendMessage = mutationOptions({
  mutationKey: ['contact'],
  mutationFn: (body: ContactRequest) => request(sendContactMessage, { body }),
});

/** Query key prefix of all message lists, to invalidate when a message changes. */
export const MESSAGE_LISTS = ['messages', 'list'] as const;

export const messagesQuery = ({ q, sort, page, limit, folder }: TableSearch) =>
  queryOptions({
    queryKey: [...MESSAGE_LISTS, { q, sort, page, limit, folder }] as const,
    // The route has already validated the search parameters for the endpoint.
    queryFn: ({ signal }) => request(listMessages, { query: { q, sort, page, limit, folder } as never, signal }),
    placeholderData: keepPreviousData,
  });

export const downloadMessages = ({ q, sort, folder }: TableSearch, file: TableFile) =>
  downloadTable(listMessages, { q, sort, folder }, file);

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'one', id] as const,
    queryFn: ({ signal }) => request(getMessage, { params: { id }, signal }),
  });

export const actOnMessage = ({ id, action }: { id: string; action: MessageAction }) =>
  request(changeMessage, { params: { id }, body: { action } });
