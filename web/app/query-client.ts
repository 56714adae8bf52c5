import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { type Reaction, reactionToAction, reactionToFetch, reactionToOwnAction } from './error-catalogue.ts';

/**
 * What a query's or mutation's `meta.errors` says of its failures. Without it they are those of the page. `part`: of a part
 * that has its own place for 'Error' on a page that stands without it. `own`: a mutation's form shows what was refused; a
 * query with it runs in the background (notices, alerts, first steps, what waits for a decision): its failure never leads away from
 * the page that the reader is on, nor shows a toast there.
 */
const errorsOf = (meta: Record<string, unknown> | undefined): unknown => meta?.errors;

/** Whether the reader looks at something of this kind already, perhaps of another page or search. */
const isShown = (client: QueryClient, [kind]: QueryKey): boolean =>
  client.getQueriesData({ queryKey: [kind] }).some(([, data]) => data !== undefined);

/** The cache of all the server told us. Failures go through the error catalogue to `react`. */
export function createQueryClient(react: (reaction: Reaction, error: unknown) => void): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const errors = errorsOf(query.meta);
        if (errors !== 'own')
          react(reactionToFetch(error, errors === 'part' || isShown(client, query.queryKey)), error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) =>
        react((errorsOf(meta) === 'own' ? reactionToOwnAction : reactionToAction)(error), error),
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
  return client;
}
