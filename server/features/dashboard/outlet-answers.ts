import type { Figures } from '../../figures/figures.ts';
import { scopeName } from '../../figures/freshness.ts';
import type { Network } from '../../figures/network.ts';
import type { Narrowed } from '../../figures/question.ts';
import { createSharedAnswers, type SharedAnswers } from '../../figures/shared-answers.ts';

/** A status may be this much older than the clock. */
const MOST_AGE_MS = 1_000;
const MOST_ANSWERS = 64;

/**
 * Shares what is told of the outlets in a scope between those who ask at the same time, until the network changes or, for an
 * advertiser, whose events say where its outlets are, an event comes.
 */
export function createOutletAnswers<Value>(
  figures: Figures,
): (network: Network, narrowed: Narrowed, compute: () => Promise<Value>) => Promise<Value> {
  const kept = new WeakMap<Network, SharedAnswers<Value>>();
  return (network, { scope, customerKey }, compute) => {
    const answers = kept.get(network) ?? createSharedAnswers<Value>({ maxAgeMs: MOST_AGE_MS, most: MOST_ANSWERS });
    kept.set(network, answers);
    const version = () => (scope.kind === 'advertiser' ? figures.freshness(scope) : 0);
    return answers.get(`${scopeName(scope)}|${customerKey}`, version, compute);
  };
}
