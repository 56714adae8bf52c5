import { perspectiveOf } from '#domain/role.ts';
import { type FigureRule, judgedFilters } from '../../explain/explained-rules.ts';
import type { CellColumn, CellFilters, CellsQuestion } from '../../figures/query/cells-question.ts';
import type { Question } from '../../figures/query/question.ts';
import { labeller, prepare, type Reading } from './read-report-period.ts';
import type { Label } from './report-places.ts';
import { parseReportQuery, type ReportQuery } from './report-query.ts';

type Asked = {
  readonly rule: FigureRule;
  /** JSON, in the form that reports accept. */
  readonly filters: string | undefined;
  /** Conditions on the events, in addition to the filters. */
  readonly within?: CellFilters | undefined;
  readonly dimensions: ReportQuery['dimensions'];
  /** Follow the dimensions' columns. */
  readonly columns: readonly CellColumn[];
};

/** Builds the query for the events store. `label` takes a row's first `own` keys, which belong to the dimension. */
export async function explainedCells(
  reading: Reading,
  question: Question,
  { rule, filters, within, dimensions, columns }: Asked,
) {
  const { scope } = question;
  const network = await reading.figures.network();
  const report = parseReportQuery(filters === undefined ? {} : { filters }, perspectiveOf(scope));
  const prepared = await prepare(reading, network, question, { ...report, dimensions });
  const cells: CellsQuestion = {
    scope,
    customerKey: question.customerKey,
    range: question.range,
    knownOn: question.knownOn ?? null,
    withInvalid: rule.judged !== 'counted',
    withheld: rule.adds === 'withheld',
    columns: [...prepared.parts.flatMap((part) => part.columns), ...columns],
    filters: judgedFilters(rule, { ...prepared.filters, ...within }),
  };
  const labelsOf = labeller(dimensions, prepared.parts, new Map());
  const own = cells.columns.length - columns.length;
  const label = (keys: readonly string[]): Label => labelsOf(keys)[0] ?? { id: '', label: '' };
  return { network, cells, own, label };
}
