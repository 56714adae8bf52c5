import type { Narrowed } from '../../figures/asked/question.ts';
import type { Figures } from '../../figures/figures.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';

/**
 * Shares what is told of the outlets in a scope between those who ask at the same time, until the network changes or, for an
 * advertiser, whose events say where its outlets are, an event comes.
 */
export function createOutletAnswers<Value>(
  figures: Figures,
  kind: 'outletAnswers' | 'clusters' = 'outletAnswers',
): (network: Network, narrowed: Narrowed, compute: () => Promise<Value>) => Promise<Value> {
  const answersOf = figures.keeper.answersOf<Value>(kind);
  return (network, { scope, customerKey }, compute) => answersOf(network).get(scope, String(customerKey), compute);
}
