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
import { hiddenIn, type TableFile } from '../../lib/download-table.ts';
import { readerTimeZone } from '../../lib/formatters.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { TableSearch } from '../../lib/table-search.ts';

/** Builds the endpoint's query. The route has already validated the search parameters (`tableSearchOf`). */
function queryOf({ q, sort, page, limit, action, from, to }: TableSearch): AuditQuery {
  const days = from === undefined && to === undefined ? {} : { from, to, tz: readerTimeZone() };
  return { q, sort, page, limit, action, ...days } as AuditQuery;
}

/** Always stale, so that opening the page shows the newest entries. */
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

/** Queries the state of the audit stream, every 10 seconds while the page is open. */
export const streamQuery = () =>
  queryOptions({
    queryKey: ['audit', 'stream'] as const,
    queryFn: ({ signal }) => request(getAuditStream, { signal }),
    refetchInterval: 10_000,
    meta: { errors: 'part' },
    ...FRESH,
  });

export const checkLog = () => request(verifyAuditLog);

/** The columns of the file for each column of the table. The others are always in the file. */
const IN_FILE: Readonly<Record<string, readonly string[]>> = {
  at: ['time'],
  actor: ['who'],
  subject: ['to'],
  changes: ['detail'],
  ip: ['from_address'],
};

export async function downloadAudit(search: TableSearch, { hide }: TableFile): Promise<void> {
  const { page: _page, limit: _limit, ...query } = queryOf(search);
  saveFile(await requestFile(exportAudit, { query: { ...query, ...hiddenIn(IN_FILE, hide) } }));
}
