import {
  type ExplainedBy,
  type ExplainedPart,
  type Explanation,
  FIGURES_OF_EVENTS,
  type FigureOfEvents,
} from '#contract/explain.ts';
import { energyCostMicros } from '#domain/energy-cost.ts';
import { metricLabel } from '#domain/report-metrics.ts';
import { mayReport } from '#domain/report-rights.ts';
import { perspectiveOf } from '#domain/role.ts';
import { RANGE, readExplainedRange } from '../../explain/explained-range.ts';
import { ruleOf } from '../../explain/explained-rules.ts';
import { type ExplainersOf, explainersOf, type FigureRequest, takesOnly } from '../../explain/explainers.ts';
import type { Question } from '../../figures/query/question.ts';
import { AppError } from '../../http/app-error.ts';
import { type Explaining, explainFigure } from './explain-figure.ts';
import { explainVisitors } from './explain-visitors.ts';
import { explainedCells } from './explained-cells.ts';

/** Creates the explanations of report figures: sums of events, revenue after energy costs, and visitors. */
export function reportExplainers(needs: Explaining): ExplainersOf<FigureOfEvents | 'left_after_energy' | 'visitors'> {
  const questionOf = (request: FigureRequest): Promise<Question> => {
    const message = `For '${request.figure}', specify only a range, a customer and filters.`;
    takesOnly(request.query, [...RANGE, 'filters', 'known_on'], message);
    return readExplainedRange(needs, request);
  };
  return {
    ...explainersOf(FIGURES_OF_EVENTS, async (figure, request) => {
      const { by, query } = request;
      const { cursor, filters } = query;
      return explainFigure(needs, await questionOf(request), { figure, by, filters, cursor });
    }),
    left_after_energy: async (request) => {
      const { by, query } = request;
      return explainLeft(needs, await questionOf(request), { by, filters: query.filters });
    },
    visitors: async (request) => {
      const { by, query } = request;
      const { cursor, filters } = query;
      return explainVisitors(needs, await questionOf(request), { by, filters, cursor });
    },
  };
}

type Asked = { readonly by: ExplainedBy | null; readonly filters: string | undefined };

/** Explains the caller's revenue after energy costs. Both parts can be opened further. */
async function explainLeft(needs: Explaining, question: Question, { by, filters }: Asked): Promise<Explanation> {
  const perspective = perspectiveOf(question.scope);
  if (!mayReport(perspective, 'left_after_energy'))
    throw new AppError('forbidden', 'You don’t have access to energy figures.');
  if (by !== null && by !== 'term')
    throw new AppError('invalid', 'Revenue after energy can only be broken down by term: revenue and energy cost.');
  const rule = ruleOf('revenue', 'own');
  const { cells } = await explainedCells(needs, question, { rule, filters, dimensions: [], columns: [] });
  let [events, revenue, energy] = [0, 0n, 0n];
  for (const row of await needs.figures.terms(cells)) {
    events += row.events;
    revenue += row.micros;
    energy += row.energyMilliWh;
  }
  const { energyCostPerKwh } = needs.config;
  const cost = energyCostMicros(energy, energyCostPerKwh);
  const term = (id: 'revenue' | 'energy', label: string, amount: bigint): ExplainedPart[] =>
    amount === 0n ? [] : [{ id, label, kind: null, events, each: null, amount: String(amount) }];
  return {
    period: await needs.figures.periodOf(question),
    figure: 'left_after_energy',
    by: 'term',
    choices: ['term'],
    unit: 'micro-dollars',
    total: String(revenue - cost),
    parts: [
      ...term('revenue', metricLabel('revenue', perspective), revenue),
      ...term('energy', metricLabel('energy_cost', perspective), -cost),
    ],
    events: [],
    left_out: null,
    next_cursor: null,
    dollars_per_kwh: energyCostPerKwh,
  };
}
