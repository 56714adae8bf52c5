import { perspectiveOf } from '#domain/role.ts';
import type { CellColumn, CellFilters, CellsQuestion } from '../../figures/asked/cells-question.ts';
import type { Question } from '../../figures/asked/question.ts';
import { type AskedReport, readAskedReport } from './asked-report.ts';
import { type FigureRule, judgedFilters } from './explained-rules.ts';
import { labeller, prepare, type Reading } from './read-side.ts';
import type { Label } from './report-places.ts';

type Asked = {
  readonly rule: FigureRule;
  /** JSON, as reports take it. */
  readonly filters: string | undefined;
  /** What the events have to be beside the filters. */
  readonly within?: CellFilters | undefined;
  readonly dimensions: AskedReport['dimensions'];
  /** After those of the dimensions. */
  readonly columns: readonly CellColumn[];
};

/** What is asked of the events store; `label` is of a row's first `own` keys, those of the dimension. */
export async function explainedCells(
  reading: Reading,
  question: Question,
  { rule, filters, within, dimensions, columns }: Asked,
) {
  const { scope } = question;
  const network = await reading.figures.network();
  const report = readAskedReport(filters === undefined ? {} : { filters }, perspectiveOf(scope));
  const prepared = await prepare(reading, network, question, { ...report, dimensions });
  const cells: CellsQuestion = {
    ...{ scope, customerKey: question.customerKey, range: question.range, knownOn: question.knownOn ?? null },
    ...{ withInvalid: rule.judged !== 'counted', withheld: rule.adds === 'withheld' },
    columns: [...prepared.parts.flatMap((part) => part.columns), ...columns],
    filters: judgedFilters(rule, { ...prepared.filters, ...within }),
  };
  const labelsOf = labeller(dimensions, prepared.parts, new Map());
  const own = cells.columns.length - columns.length;
  const label = (keys: readonly string[]): Label => labelsOf(keys)[0] ?? { id: '', label: '' };
  return { network, cells, own, label };
}
