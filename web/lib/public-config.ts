import { queryOptions } from '@tanstack/react-query';
import { publicConfig } from '#contract/site.ts';
import { request } from './api-client.ts';

/** The installation's public settings, asked for once; every screen that reads them shares the answer. */
export const publicConfigQuery = queryOptions({
  queryKey: ['public-config'] as const,
  queryFn: ({ signal }) => request(publicConfig, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { errors: 'own' },
});
