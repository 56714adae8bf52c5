import type { Narrowed } from '../../figures/asked/question.ts';
import type { Figures } from '../../figures/figures.ts';
import { scopeName } from '../../figures/keep/freshness.ts';
import { keptWith } from '../../memory/kept-with.ts';
import { createSharedAnswers } from '../../memory/shared-answers.ts';
import { contactAgeMs, type Network } from '../../network/snapshot/whole-network.ts';

const MOST_ANSWERS = 64;

/**
 * Shares what is told of the outlets in a scope between those who ask at the same time, until the network changes or, for an
 * advertiser, whose events say where its outlets are, an event comes.
 */
export function createOutletAnswers<Value>(
  figures: Figures,
): (network: Network, narrowed: Narrowed, compute: () => Promise<Value>) => Promise<Value> {
  const answersOf = keptWith((network: Network) =>
    createSharedAnswers<Value>({ maxAgeMs: contactAgeMs(network), most: MOST_ANSWERS }),
  );
  return (network, { scope, customerKey }, compute) => {
    const answers = answersOf(network);
    const version = () => (scope.kind === 'advertiser' ? figures.freshness(scope) : 0);
    return answers.get(`${scopeName(scope)}|${customerKey}`, version, compute);
  };
}
