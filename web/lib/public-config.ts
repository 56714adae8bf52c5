import { queryOptions, useQuery } from '@tanstack/react-query';
import { publicConfig } from '#contract/site.ts';
import { request } from './api-client.ts';
import { HAS_BACKEND } from './backend-flag.ts';

/** The installation's public settings, fetched once and shared by all screens. */
export const publicConfigQuery = queryOptions({
  queryKey: ['public-config'] as const,
  queryFn: ({ signal }) => request(publicConfig, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { errors: 'own' },
});

/** Whether this installation documents its API at /api/docs. Until the settings arrive, true if there is a server. */
export const useHasApiDocs = (): boolean => useQuery(publicConfigQuery).data?.api_docs ?? HAS_BACKEND;
