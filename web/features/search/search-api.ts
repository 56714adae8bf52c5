import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { search } from '#contract/search.ts';
import { request } from '../../lib/api-client.ts';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';

/** Customers and outlets within the caller's scope, at most ten each; asked only for words, and where there is a server. */
export const searchQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', words] as const,
    queryFn: ({ signal }) => request(search, { query: { q: words }, signal }),
    enabled: HAS_BACKEND && words !== '',
    placeholderData: keepPreviousData,
    meta: { errors: 'part' },
  });
