import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { importCampaigns, listAdminCampaigns } from '#contract/campaigns.ts';
import { request } from '../../lib/api-client.ts';
import { type ImportOptions, importFile } from '../../lib/import-file.ts';
import type { TableSearch } from '../../lib/table-search.ts';

/** The route has read the address: only what the endpoint takes is in it. */
const asked = ({ form: _, ...query }: TableSearch) => query as never;

export const campaignsQuery = (search: TableSearch) =>
  queryOptions({
    queryKey: ['campaigns', asked(search)] as const,
    queryFn: ({ signal }) => request(listAdminCampaigns, { query: asked(search), signal }),
    placeholderData: keepPreviousData,
  });

export const sendCampaigns = (file: File, options: ImportOptions) => importFile(importCampaigns, file, options);
