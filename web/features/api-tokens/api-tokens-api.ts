import { queryOptions } from '@tanstack/react-query';
import {
  approveTokenRequest,
  createApiToken,
  declineTokenRequest,
  listApiTokens,
  listTokenRequests,
  type NewApiToken,
  revokeApiToken,
} from '#contract/api-tokens.ts';
import { request } from '../../lib/api-client.ts';

export const TOKENS_KEY = ['api-tokens'] as const;

export const tokensQuery = queryOptions({
  queryKey: [...TOKENS_KEY, 'own'] as const,
  queryFn: ({ signal }) => request(listApiTokens, { signal }),
  select: ({ data }) => data,
  staleTime: 0,
});

/** Queries the tokens with write access to money that await another administrator's approval. */
export const tokenRequestsQuery = queryOptions({
  queryKey: [...TOKENS_KEY, 'requests'] as const,
  meta: { errors: 'part' },
  queryFn: ({ signal }) => request(listTokenRequests, { query: { limit: '100' }, signal }),
  select: ({ data }) => data,
  staleTime: 0,
});

export const approveRequest = (id: string) => request(approveTokenRequest, { params: { id } });
export const declineRequest = (id: string) => request(declineTokenRequest, { params: { id } });

export const makeToken = (body: NewApiToken) => request(createApiToken, { body });
export const revokeToken = (id: string) => request(revokeApiToken, { params: { id } });
