import { queryOptions } from '@tanstack/react-query';
import { createApiToken, listApiTokens, type NewApiToken, revokeApiToken } from '#contract/api-tokens.ts';
import { request } from '../../lib/api-client.ts';

export const TOKENS_KEY = ['api-tokens'] as const;

export const tokensQuery = queryOptions({
  queryKey: [...TOKENS_KEY, 'own'] as const,
  queryFn: ({ signal }) => request(listApiTokens, { signal }),
  select: ({ data }) => data,
  staleTime: 0,
});

export const makeToken = (body: NewApiToken) => request(createApiToken, { body });
export const revokeToken = (id: string) => request(revokeApiToken, { params: { id } });
