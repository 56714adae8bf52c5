import { queryOptions } from '@tanstack/react-query';
import { publicConfig } from '#contract/site.ts';
import { request } from '../../../lib/api-client.ts';

/** Whether this installation has a key for Google Maps; the same query as the dashboard's. */
export const configQuery = () =>
  queryOptions({
    queryKey: ['public-config'] as const,
    queryFn: ({ signal }) => request(publicConfig, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  });
