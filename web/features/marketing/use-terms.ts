import { useQuery } from '@tanstack/react-query';
import { DEFAULT_ENERGY_COST_PER_KWH, DEFAULT_ENERGY_KWH_PER_VIEW, DEFAULT_OWNER_SHARE } from '#domain/constants.ts';
import type { EarningTerms } from '#domain/earnings.ts';
import { publicConfigQuery } from '../../lib/public-config.ts';

/**
 * Returns this installation's terms. Until they have loaded, returns the specification's defaults, so that nothing on
 * the page moves later.
 */
export function useTerms(): EarningTerms {
  const { data } = useQuery(publicConfigQuery);
  return {
    kwhPerView: data?.energy_kwh_per_view ?? DEFAULT_ENERGY_KWH_PER_VIEW,
    dollarsPerKwh: data?.energy_cost_per_kwh ?? DEFAULT_ENERGY_COST_PER_KWH,
    ownerShare: data?.owner_share ?? DEFAULT_OWNER_SHARE,
  };
}
