import type { Dependencies } from '../../dependencies.ts';
import type { CellFilters } from '../../figures/query/cells-question.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import type { ReportQuery } from './report-query.ts';
import { keysOfCampaigns } from './reports-queries.ts';

/** Converts requested ids to store numbers. Unknown ids have none, so they match nothing. */
export async function plainFilters(
  { accounts }: Pick<Dependencies, 'accounts'>,
  network: Network,
  { filters }: ReportQuery,
): Promise<CellFilters> {
  const { advertiser, campaign, customer, flight, reason } = filters;
  const keysOf = (ids: readonly string[]) =>
    ids.flatMap((id) => (id === '' ? [0] : (network.customerById.get(id)?.key ?? [])));
  const flightsOf = (codes: readonly string[]) => {
    const wanted = new Set(codes);
    const known = [...network.flightCode].filter(([, code]) => wanted.has(code)).map(([key]) => key);
    return wanted.has('') ? [0, ...known] : known;
  };
  const campaignsOf = async (ids: readonly string[]) => [
    ...(ids.includes('') ? [0] : []),
    ...(await keysOfCampaigns(accounts, ids)).map(({ key }) => key),
  ];
  return {
    ...(customer === undefined ? {} : { customers: keysOf(customer) }),
    ...(advertiser === undefined ? {} : { advertisers: keysOf(advertiser) }),
    ...(campaign === undefined ? {} : { campaigns: await campaignsOf(campaign) }),
    ...(flight === undefined ? {} : { flights: flightsOf(flight) }),
    ...(reason === undefined ? {} : { reasons: reason.map((one) => (one === '' ? 'none' : one)) }),
  };
}
