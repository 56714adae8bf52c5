import { queryOptions } from '@tanstack/react-query';
import { getHealth } from '#contract/health.ts';
import { request } from '../../lib/api-client.ts';

/** Refresh interval, short enough to follow the progress of a running backup. */
const RENEW_MS = 30_000;

export const healthQuery = queryOptions({
  queryKey: ['health'] as const,
  queryFn: ({ signal }) => request(getHealth, { signal }),
  refetchInterval: RENEW_MS,
  meta: { errors: 'part' } as const,
});
