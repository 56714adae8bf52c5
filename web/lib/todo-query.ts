import { queryOptions } from '@tanstack/react-query';
import { getTodo } from '#contract/todo.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { request } from './api-client.ts';

/** What waits for the user. The page, the sidebar's counts and the dashboard share one request. */
export const todoQuery = queryOptions({
  queryKey: ['todo'] as const,
  queryFn: ({ signal }) => request(getTodo, { signal }),
  staleTime: MINUTE_MS / 2,
  refetchInterval: MINUTE_MS,
  // A background query, so its failure must not navigate. The page and the dashboard show it.
  meta: { errors: 'own' },
});
