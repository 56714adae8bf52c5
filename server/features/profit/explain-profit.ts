import { type ExplainedPart, type Explanation, type FigureOfRange, isFigureOfRange } from '#contract/explain.ts';
import { type ProfitTerm, profitTerms } from '#domain/outlet-profit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { RANGE, readExplainedRange } from '../../explain/explained-range.ts';
import {
  type ExplainEvents,
  type Explainer,
  type FigureRequest,
  type ThingExplainer,
  takesOnly,
} from '../../explain/explainers.ts';
import type { Question } from '../../figures/query/question.ts';
import { AppError } from '../../http/app-error.ts';
import type { Profits } from './list-profit.ts';

type Needs = Pick<Dependencies, 'config' | 'figures' | 'now'>;
type Asked = Pick<FigureRequest, 'by' | 'query'> & {
  readonly figure: Exclude<FigureOfRange, 'left_after_energy' | 'visitors'>;
  readonly outlet: string;
};

const WORDS: Readonly<Record<ProfitTerm, string>> = {
  revenue: 'Revenue',
  owner_share: 'Owner’s share',
  energy: 'Energy cost',
  fixed_cost: 'Monthly cost',
};

/** Creates the explanations of an outlet's profit, and of an outlet's figures at its current place. */
export function profitExplainers(
  needs: Needs,
  profits: Pick<Profits, 'of'>,
  explainEvents: ExplainEvents,
): { readonly profit_a_month: Explainer; readonly ofOutlet: ThingExplainer } {
  return {
    profit_a_month: async (request) => {
      const message = `For '${request.figure}', specify only a range, a customer and filters.`;
      takesOnly(request.query, [...RANGE, 'filters', 'known_on'], message);
      throw new AppError('invalid', 'Set `outlet` to the ID of an outlet.');
    },
    ofOutlet: async (request, outlet) => {
      const { by, figure, query } = request;
      const message = 'For an outlet at its current venue, specify only a range and filters.';
      takesOnly(query, [...RANGE, 'filters', 'outlet'], message);
      const question = await readExplainedRange(needs, request);
      if (!isFigureOfRange(figure) || figure === 'left_after_energy' || figure === 'visitors')
        throw new AppError(
          'invalid',
          'For an outlet at its current venue, request its profit or a figure of its events.',
        );
      return explainProfit({ ...needs, profits, explainEvents }, question, { figure, by, outlet, query });
    },
  };
}

/**
 * Explains an outlet's profit by its terms. Each term opens to the events since the outlet moved to its current place.
 */
async function explainProfit(
  needs: Needs & { readonly profits: Pick<Profits, 'of'>; readonly explainEvents: ExplainEvents },
  question: Question,
  { figure, by, outlet, query }: Asked,
): Promise<Explanation> {
  const { cursor, filters } = query;
  if (question.scope.kind !== 'all') throw new AppError('forbidden', 'Only administrators can see profit.');
  const placed = await needs.profits.of(question, outlet.toLowerCase());
  if (placed === undefined) throw new AppError('not-found', 'Outlet not found, or not in service.');
  const period = await needs.figures.periodOf(question);
  if (figure !== 'profit_a_month') {
    const { customer, outlet: of } = placed.holding;
    const own = { ...question, customerKey: customer.key, range: rangeSince(question, placed.since) };
    const within = { outlets: [of.key] };
    return { ...(await needs.explainEvents(own, { figure, by, filters, within, cursor })), period };
  }
  if (by !== null && by !== 'term')
    throw new AppError('invalid', 'The profit of an outlet can only be broken down by term.');
  if (filters !== undefined) throw new AppError('invalid', 'Omit filters for the profit of an outlet.');
  const { made, sums } = placed;
  return {
    period,
    figure,
    by: 'term',
    choices: ['term'],
    unit: 'micro-dollars',
    total: String(made.aMonth),
    parts: profitTerms(made).flatMap(({ aMonth, amount, term }): ExplainedPart[] => {
      if (amount === 0n) return [];
      const isOfEvents = term !== 'fixed_cost';
      return [
        {
          id: term,
          label: WORDS[term],
          each: null,
          amount: String(aMonth),
          of_days: String(amount),
          ...(isOfEvents ? { kind: 'view', events: sums.views } : { kind: null, events: 0 }),
        },
      ];
    }),
    events: [],
    left_out: null,
    next_cursor: null,
    dollars_per_kwh: needs.config.energyCostPerKwh,
    days: made.days,
  };
}

function rangeSince({ range }: Question, sinceMs: number): Question['range'] {
  return sinceMs <= (range.startMs ?? 0) ? range : { startMs: sinceMs, endMs: range.endMs };
}
