import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type AuditQuery,
  exportAudit,
  getAuditStream,
  listAudit,
  listAuditActions,
  verifyAuditLog,
} from '#contract/audit.ts';
import { request, requestFile } from '../../lib/api-client.ts';
import { readerTimeZone } from '../../lib/formatters.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { TableSearch } from '../../lib/table-search.ts';

/** The address was checked when it was read (`tableSearchOf`): its texts are among those of the contract. */
function queryOf({ q, sort, page, action, from, to }: TableSearch): AuditQuery {
  const days = from === undefined && to === undefined ? {} : { from, to, tz: readerTimeZone() };
  return { q, sort, page, action, ...days } as AuditQuery;
}

/** What has just happened is shown when the page is opened. */
const FRESH = { staleTime: 0 } as const;

export const auditQuery = (search: TableSearch) =>
  queryOptions({
    queryKey: ['audit', 'list', queryOf(search)] as const,
    queryFn: ({ signal }) => request(listAudit, { query: queryOf(search), signal }),
    placeholderData: keepPreviousData,
    ...FRESH,
  });

export const actionsQuery = () =>
  queryOptions({
    queryKey: ['audit', 'actions'] as const,
    queryFn: ({ signal }) => request(listAuditActions, { signal }),
    ...FRESH,
  });

/** Followed while the page is open. */
export const streamQuery = () =>
  queryOptions({
    queryKey: ['audit', 'stream'] as const,
    queryFn: ({ signal }) => request(getAuditStream, { signal }),
    refetchInterval: 10_000,
    meta: { errors: 'part' },
    ...FRESH,
  });

export const checkLog = () => request(verifyAuditLog);

export async function downloadAudit(search: TableSearch): Promise<void> {
  const { page: _page, ...query } = queryOf(search);
  saveFile(await requestFile(exportAudit, { query }));
}
