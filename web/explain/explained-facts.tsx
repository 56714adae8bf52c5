import { moneyFacts } from '../lib/own-money-words.ts';
import type { Fact } from '../ui/fact-list.tsx';
import { ExplainButton } from './explain-button.tsx';

/** Returns facts about what an owner earns or an advertiser owes. Each explainable sum has an explanation button. */
export const explainedMoney = (own: Parameters<typeof moneyFacts>[0]): Fact[] =>
  moneyFacts(own).map(({ explained, ...fact }) =>
    explained === undefined ? fact : { ...fact, action: <ExplainButton label={fact.label} asked={explained} /> },
  );
