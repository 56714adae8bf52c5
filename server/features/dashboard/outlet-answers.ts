import type { Figures } from '../../figures/figures.ts';
import type { Narrowed } from '../../figures/query/question.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';

/**
 * Shares results about a scope's outlets between requests until the network changes. An advertiser's results also
 * expire with an event, because events determine its outlets.
 */
export function createOutletAnswers<Value>(
  figures: Figures,
  kind: 'outletAnswers' | 'clusters' = 'outletAnswers',
): (network: Network, narrowed: Narrowed, compute: () => Promise<Value>) => Promise<Value> {
  const cacheFor = figures.cache.forNetwork<Value>(kind);
  return (network, { scope, customerKey }, compute) => cacheFor(network).get(scope, String(customerKey), compute);
}
