import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { search } from '#contract/search.ts';
import { request } from '../../lib/api-client.ts';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';

/**
 * Searches customers, outlets and more in the user's scope on the server, with at most ten results of each kind.
 * Disabled if there are no words or if there is no server.
 */
export const searchQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', words] as const,
    queryFn: ({ signal }) => request(search, { query: { q: words }, signal }),
    enabled: HAS_BACKEND && words !== '',
    placeholderData: keepPreviousData,
    meta: { errors: 'beside' },
  });
