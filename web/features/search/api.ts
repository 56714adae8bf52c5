import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { search } from '#contract/search.ts';
import { request } from '../../lib/api-client.ts';

/** Customers and outlets within the caller's scope, at most ten each; asked only for words. */
export const searchQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', words] as const,
    queryFn: ({ signal }) => request(search, { query: { q: words }, signal }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
    meta: { errors: 'own' },
  });
