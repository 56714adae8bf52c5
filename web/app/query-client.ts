import { MutationCache, type Query, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { type Reaction, reactionToAction, reactionToFetch, reactionToOwnAction } from './error-catalogue.ts';

/**
 * Returns how failures of a query or mutation are handled, from `meta.errors`.
 * Undefined: the failure belongs to the page.
 * `part`: a part of the page shows 'Error' in its own place.
 * `beside`: like `part`, on a page that also shows something without any query, so that the page never leads to /500.
 * `own` on a mutation: its form shows the errors.
 * `own` on a query: it runs in the background (notices, alerts, onboarding, pending decisions). Its failure never
 * navigates and never shows a toast.
 */
const errorsOf = (meta: Record<string, unknown> | undefined): unknown => meta?.errors;

/**
 * Like `errorsOf`, for a query. A background query belongs to the page while a component of the page uses it with other
 * metadata.
 */
function errorsOfQuery({ meta, observers }: Pick<Query, 'meta' | 'observers'>): unknown {
  const ofPage = observers.find(({ options }) => errorsOf(options.meta) !== 'own');
  return errorsOf(ofPage === undefined ? meta : ofPage.options.meta);
}

/**
 * Whether the page shows nothing but errors: each of its queries, apart from background ones, has failed without data.
 * A screen of several parts then leads to /500, as a screen of one part does.
 */
function hasNothing(client: QueryClient): boolean {
  const ofPage = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter((query) => errorsOfQuery(query) !== 'own');
  const hasFailed = ({ state }: (typeof ofPage)[number]) => state.status === 'error' && state.data === undefined;
  return ofPage.length > 0 && ofPage.every((query) => hasFailed(query) && errorsOfQuery(query) !== 'beside');
}

/** Whether the user already sees data of this kind, perhaps for another page or search. */
const isShown = (client: QueryClient, [kind]: QueryKey): boolean =>
  client.getQueriesData({ queryKey: [kind] }).some(([, data]) => data !== undefined);

/** Creates the query client. Failures go through the error catalog to `react`. */
export function createQueryClient(react: (reaction: Reaction, error: unknown) => void): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const errors = errorsOfQuery(query);
        if (errors === 'own') return;
        const isPart = errors === 'part' || errors === 'beside';
        const staysInPlace = isPart ? !hasNothing(client) : isShown(client, query.queryKey);
        react(reactionToFetch(error, staysInPlace), error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) =>
        react((errorsOf(meta) === 'own' ? reactionToOwnAction : reactionToAction)(error), error),
    }),
    defaultOptions: {
      queries: {
        // The API client itself retries requests that a busy server rejected. A retry after any other status would fail
        // again.
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status > 0),
        retryDelay: 500,
        staleTime: 30_000,
        // The browser's online state is often wrong; the connection banner checks the server itself.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
