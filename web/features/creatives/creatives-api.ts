import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  acceptCreative,
  type CreativePolicy,
  getCreativePolicy,
  listCreatives,
  refuseCreative,
  setCreativePolicy,
} from '#contract/creatives.ts';
import { request } from '../../lib/api-client.ts';
import { downloadTable, type TableFile } from '../../lib/download-table.ts';
import type { TableSearch } from '../../lib/table-search.ts';

export const CREATIVES = ['creatives'] as const;

/** Queries a page of creatives. The route has already validated the search parameters for the endpoint. */
export const creativesQuery = (search: TableSearch) =>
  queryOptions({
    queryKey: [...CREATIVES, 'list', search] as const,
    queryFn: ({ signal }) => request(listCreatives, { query: search as never, signal }),
    placeholderData: keepPreviousData,
  });

export const downloadCreatives = (search: TableSearch, file: TableFile) => downloadTable(listCreatives, search, file);

export const creativePolicyQuery = queryOptions({
  queryKey: [...CREATIVES, 'policy'] as const,
  queryFn: ({ signal }) => request(getCreativePolicy, { signal }),
  meta: { errors: 'part' },
});

type Decided = { readonly creative: { readonly id: string }; readonly version: number };
export const accept = ({ creative: { id }, version }: Decided) =>
  request(acceptCreative, { params: { id }, body: { version } });
export const refuse = ({ creative: { id }, version }: Decided, reason: string) =>
  request(refuseCreative, { params: { id }, body: { reason, version } });

type PolicyFields = Pick<CreativePolicy, 'review_each' | 'blocked_categories' | 'version'>;
export const savePolicy = (body: PolicyFields) => request(setCreativePolicy, { body });
