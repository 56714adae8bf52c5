import type { ExplainedFigure } from '#contract/explain.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import type { RangeParameters } from './date-range.ts';

/** Which figure a row of a card tells; a rating is no sum. */
const FIGURES: Readonly<Partial<Record<string, ExplainedFigure>>> = {
  views: 'views',
  clicks: 'clicks',
  burns: 'burns',
  money: 'revenue',
  energy: 'energy',
  'energy-cost': 'energy',
};

/** What the row's sum is asked with: the same range and customer, or outlet of it, as the card's own. */
export function explainedBy(
  key: string,
  { parameters, cid, eui }: { readonly parameters: RangeParameters; readonly cid?: string; readonly eui?: string },
): ExplainAsked | null {
  const figure = FIGURES[key];
  const outlet = eui === undefined ? {} : { filters: JSON.stringify({ outlet: [eui] }) };
  return figure === undefined ? null : { figure, ...parameters, ...(cid === undefined ? {} : { cid }), ...outlet };
}
