import { queryOptions } from '@tanstack/react-query';
import type { ProviderName } from '#contract/auth.ts';
import {
  checkEmailDomain,
  claimEmailDomain,
  listEmailDomains,
  releaseEmailDomain,
  requireSingleSignOn,
} from '#contract/single-sign-on.ts';
import { request } from '../../lib/api-client.ts';

export const DOMAINS_KEY = ['email-domains'] as const;

export const domainsQuery = queryOptions({
  queryKey: DOMAINS_KEY,
  queryFn: ({ signal }) => request(listEmailDomains, { signal }),
  select: ({ data }) => data,
});

export const claimDomain = (body: { domain: string; provider: ProviderName }) => request(claimEmailDomain, { body });
export const checkDomain = (id: string) => request(checkEmailDomain, { params: { id } });
export const setRequired = (id: string, isOn: boolean) =>
  request(requireSingleSignOn, { params: { id }, body: { sso_only: isOn } });
export const releaseDomain = (id: string) => request(releaseEmailDomain, { params: { id } });
