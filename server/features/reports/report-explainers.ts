import { FIGURES_OF_EVENTS, type FigureOfEvents } from '#contract/explain.ts';
import { RANGE, readExplainedRange } from '../../explain/explained-range.ts';
import { type ExplainersOf, explainersOf, type FigureRequest, takesOnly } from '../../explain/explainers.ts';
import type { Question } from '../../figures/query/question.ts';
import { type Explaining, explainFigure } from './explain-figure.ts';
import { explainLeft } from './explain-left.ts';
import { explainVisitors } from './explain-visitors.ts';

/** Explains the figures of reports: sums of events, what is left of them after energy, and visitors. */
export function reportExplainers(needs: Explaining): ExplainersOf<FigureOfEvents | 'left_after_energy' | 'visitors'> {
  const questionOf = (request: FigureRequest): Promise<Question> => {
    const message = `'${request.figure}' is asked for of a range, a customer and filters.`;
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
