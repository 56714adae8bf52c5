import type { ExplainedBy, Explanation } from '#contract/explain.ts';
import { leftOut, pageOf } from '../../explain/explain-page.ts';
import { ruleOf } from '../../explain/explained-rules.ts';
import type { Question } from '../../figures/query/question.ts';
import { AppError } from '../../http/app-error.ts';
import { explainedCells } from './explained-cells.ts';
import type { Reading } from './read-report-period.ts';

type Asked = {
  readonly by: ExplainedBy | null;
  readonly filters: string | undefined;
  readonly cursor: string | undefined;
};

const CHOICES = ['frequency', 'first_day'] as const;

/**
 * Explains the number of visitors. It does not add up over places or days, because a visitor may return. So each
 * visitor counts once: by the number of views in the range, or by the day of the first view. The result identifies no
 * visitor.
 */
export async function explainVisitors(
  reading: Reading,
  question: Question,
  { by, filters, cursor }: Asked,
): Promise<Explanation> {
  const { figures } = reading;
  const choice = CHOICES.find((one) => one === (by ?? 'frequency'));
  if (choice === undefined)
    throw new AppError('invalid', 'Visitors can be broken down by frequency or by the day of their first visit.');
  const { cells, label } = await explainedCells(reading, question, {
    rule: ruleOf('views', 'own'),
    filters,
    columns: [],
    dimensions: choice === 'first_day' ? ['day'] : [],
  });
  const rows = await figures.visitorGroups(cells);
  if (rows === null)
    throw new AppError(
      'invalid',
      'Visitors of the first days in this range are no longer identifiable. Choose a later start.',
    );
  const parts = rows.map(({ of, views, visitors }) => ({
    label: choice === 'first_day' ? label([of]) : { id: of, label: of },
    kind: 'view' as const,
    each: '',
    ownerEach: '',
    amount: BigInt(visitors),
    views,
  }));
  const sum = (some: readonly { readonly amount: bigint }[]) => some.reduce((all, { amount }) => all + amount, 0n);
  const total = sum(parts);
  const { next, shown } = pageOf(parts, choice === 'first_day' ? 'in time' : 'largest first', cursor);
  return {
    period: await figures.periodOf(question),
    figure: 'visitors',
    by: choice,
    choices: [...CHOICES],
    unit: 'visitors',
    total: String(total),
    events: [],
    next_cursor: next,
    parts: shown.map(({ amount, kind, label: of, views }) => ({
      ...of,
      kind,
      events: views,
      each: null,
      amount: String(amount),
    })),
    left_out: leftOut({ parts: parts.length - shown.length, amount: total - sum(shown) }),
  };
}
