import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { type Reaction, reactionToAction, reactionToFetch } from './error-catalogue.ts';

/** `errors: 'own'` in a query's or mutation's `meta` says that the screen shows every failure itself. */
const handlesItself = (meta: Record<string, unknown> | undefined): boolean => meta?.errors === 'own';

/** The cache of all the server told us. Failures go through the error catalogue to `react`. */
export function createQueryClient(react: (reaction: Reaction, error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!handlesItself(query.meta)) react(reactionToFetch(error, query.state.data !== undefined), error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!handlesItself(mutation.meta)) react(reactionToAction(error), error);
      },
    }),
    defaultOptions: {
      queries: {
        // The client itself repeats what a busy server put off; an answer with another status would be the same again.
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status > 0),
        retryDelay: 500,
        staleTime: 30_000,
        // The browser's own idea of being online is often wrong; the connection banner has its own.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
