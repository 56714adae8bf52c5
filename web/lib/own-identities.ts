import { queryOptions } from '@tanstack/react-query';
import { listOwnIdentities } from '#contract/identities.ts';
import { request } from './api-client.ts';

/** The identity providers linked to the user's own account. */
export const identitiesQuery = queryOptions({
  queryKey: ['account', 'identities'] as const,
  queryFn: ({ signal }) => request(listOwnIdentities, { signal }),
  select: ({ data }) => data,
  meta: { errors: 'part' },
});
