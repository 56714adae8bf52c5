import { queryOptions } from '@tanstack/react-query';
import { listOwnIdentities } from '#contract/identities.ts';
import { request } from './api-client.ts';

/** The providers through which the reader's own account can be entered. */
export const identitiesQuery = queryOptions({
  queryKey: ['account', 'identities'] as const,
  queryFn: ({ signal }) => request(listOwnIdentities, { signal }),
  select: ({ data }) => data,
  meta: { errors: 'part' },
});
