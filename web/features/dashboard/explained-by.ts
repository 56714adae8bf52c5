import type { ExplainedFigure } from '#contract/explain.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import type { RangeParameters } from './date-range.ts';

/** The explained figure of each row of a card. A rating is not a sum, so it has none. */
const FIGURES: Readonly<Partial<Record<string, ExplainedFigure>>> = {
  views: 'views',
  clicks: 'clicks',
  burns: 'burns',
  money: 'revenue',
  energy: 'energy',
  'energy-cost': 'energy',
};

/** The explanation query of a row's sum: the range and customer of the card, or one outlet of it. */
export function explainedBy(
  key: string,
  { parameters, cid, eui }: { readonly parameters: RangeParameters; readonly cid?: string; readonly eui?: string },
): ExplainAsked | null {
  const figure = FIGURES[key];
  const outlet = eui === undefined ? {} : { filters: JSON.stringify({ outlet: [eui] }) };
  return figure === undefined ? null : { figure, ...parameters, ...(cid === undefined ? {} : { cid }), ...outlet };
}
