import type { Scope } from '#domain/role.ts';
import { findMonths } from '../../billing/months-queries.ts';
import type { CellFilters } from '../../figures/asked/cells-question.ts';
import { heldRuns } from '../../figures/asked/outlet-runs.ts';
import type { Question } from '../../figures/asked/question.ts';
import { AppError } from '../../http/app-error.ts';
import { atOnce } from '../../memory/in-slices.ts';
import { findFinalLine } from './explain-queries.ts';
import type { Reading } from './read-side.ts';

export type LineQuestion = { readonly question: Question; readonly within: CellFilters; readonly fixed: bigint };

/**
 * What a line of a final document was added up from: the events of its month that had arrived by its cut-off, and of a late line
 * only those that no document before it had. It is read from the side of the document's customer, since that is the sum it says.
 */
export async function questionOfLine(
  { accounts }: Reading,
  scope: Scope,
  id: string,
  place: number,
): Promise<LineQuestion> {
  const line = await findFinalLine(accounts, scope, id, place);
  if (line === undefined) throw new AppError('not-found', 'There is no such line of a final document.');
  if (line.line_kind !== 'delivery' && line.line_kind !== 'late')
    throw new AppError(
      'invalid',
      'Only delivery and late lines are made of events; others say themselves what they are.',
    );
  const months = await findMonths(accounts);
  const month = months.find((one) => one.month === line.line_month);
  if (month === undefined) throw new AppError('not-found', 'There is no such month.');
  const before = months.filter((one) => one.month < line.document_month).at(-1);
  const from = line.line_kind === 'late' ? (before?.cut_off_at ?? 0) : 0;
  const kind = line.document_kind === 'statement' ? ('owner' as const) : ('advertiser' as const);
  const side: Scope = { kind, customerId: line.customer_id, customerKey: line.customer_key };
  const pair = { customerKey: line.customer_key, outletKey: line.of_key };
  return {
    question: {
      ...{ scope: side, customerKey: null, timeZone: null },
      range: { startMs: month.from_at, endMs: month.to_at },
    },
    within: {
      ...(kind === 'owner' ? { outletsHeld: atOnce(heldRuns([pair])) } : { flights: [line.of_key] }),
      arrived: { from, before: line.cut_off_at },
    },
    fixed: BigInt(line.micros),
  };
}
