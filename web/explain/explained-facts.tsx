import { moneyFacts } from '../lib/own-money-words.ts';
import type { Fact } from '../ui/fact-list.tsx';
import { ExplainedFigure } from './explained-figure.tsx';

/** Returns facts about what an owner earns or an advertiser owes. Each explainable sum opens its explanation. */
export const explainedMoney = (own: Parameters<typeof moneyFacts>[0]): Fact[] =>
  moneyFacts(own).map(({ explained, ...fact }) =>
    explained === undefined
      ? fact
      : { ...fact, value: <ExplainedFigure value={fact.value} label={fact.label} asked={explained} /> },
  );
