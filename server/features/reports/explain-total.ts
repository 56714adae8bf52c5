import type { ExplainedBy, Explanation } from '#contract/explain.ts';
import { MICROS_PER_CENT } from '#domain/money.ts';
import type { Scope } from '#domain/role.ts';
import { lineWords } from '../../billing/document-words.ts';
import { findLines } from '../../billing/drafts-queries.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { leftOut } from './explain-page.ts';
import { findFinalTotal } from './explain-queries.ts';

const LINES_AT_ONCE = 300;

type Asked = { readonly id: string; readonly by: ExplainedBy | null; readonly cursor: string | undefined };

/** The total of a final document by its lines, as its customer reads them; lines that were carried make whole cents of it. */
export async function explainTotal(
  { accounts, figures }: Pick<Dependencies, 'accounts' | 'figures'>,
  scope: Scope,
  { id, by, cursor }: Asked,
): Promise<Explanation> {
  if (by !== null && by !== 'line') throw new AppError('invalid', 'The total of a document is told apart by line.');
  const document = await findFinalTotal(accounts, scope, id);
  if (document === undefined) throw new AppError('not-found', 'There is no such final document.');
  const lines = await findLines(accounts, id, placeIn(cursor), LINES_AT_ONCE);
  const total = BigInt(document.total_cents ?? 0) * BigInt(MICROS_PER_CENT);
  const rest = {
    parts: Number(document.lines) - lines.length,
    amount: lines.reduce((left, { micros }) => left - BigInt(micros), total),
  };
  const after = (lines.at(-1)?.place ?? -1) + 1;
  const range = { startMs: document.from_at, endMs: document.to_at };
  return {
    period: await figures.periodOf({ scope, customerKey: null, timeZone: document.time_zone, range }),
    ...{ figure: 'revenue', by: 'line', choices: ['line'], unit: 'micro-dollars', total: String(total), events: [] },
    parts: lines.map((line) => ({
      ...{ id: String(line.place), label: lineWords(line).filter(Boolean).join(' · '), kind: null, each: null },
      ...{ events: line.views + line.clicks + line.burns, amount: String(line.micros) },
    })),
    left_out: leftOut(rest),
    next_cursor: after < Number(document.lines) && lines.length > 0 ? String(after) : null,
  };
}

function placeIn(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^[0-9]{1,7}$/.test(cursor))
    throw new AppError('invalid', 'This page is not known. Start again from the first one.');
  return Number(cursor);
}
