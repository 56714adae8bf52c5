import type { ExplainedPart, Explanation } from '#contract/explain.ts';
import { lineName } from '#domain/line-name.ts';
import { MICROS_PER_CENT } from '#domain/money.ts';
import { lineWords } from '../../billing/document-words.ts';
import { findLines, type LineRow } from '../../billing/drafts-queries.ts';
import type { FinalTotal } from '../../billing/final-documents-queries.ts';
import type { UnbilledDocument } from '../../billing/unbilled-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { leftOut } from '../../explain/explain-page.ts';
import { AppError } from '../../http/app-error.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'figures'>;
type Line = Pick<LineRow, 'kind' | 'month' | 'part' | 'item' | 'mark' | 'views' | 'clicks' | 'burns' | 'micros'>;

const LINES_AT_ONCE = 300;

/**
 * Explains a final document's total by its lines, as its customer sees the lines. Carried lines round the total to
 * whole cents.
 */
export async function explainTotal(
  needs: Needs,
  document: FinalTotal & { readonly id: string },
  cursor: string | undefined,
): Promise<Explanation> {
  const lines = await findLines(needs.accounts, document.id, placeIn(cursor), LINES_AT_ONCE);
  return byLine(needs, {
    total: BigInt(document.total_cents ?? 0) * BigInt(MICROS_PER_CENT),
    span: { fromMs: document.from_at, toMs: document.to_at },
    timeZone: document.time_zone,
    parts: lines.map((line) => partOf(line, String(line.place))),
    all: Number(document.lines),
    next: (lines.at(-1)?.place ?? Number(document.lines)) + 1,
  });
}

/** Explains the total of a document that is not final, which is the sum of its lines so far. */
export function explainUnbilled(
  needs: Needs,
  { lines, span }: UnbilledDocument,
  cursor: string | undefined,
): Promise<Explanation> {
  const from = placeIn(cursor);
  const shown = lines.slice(from, from + LINES_AT_ONCE);
  return byLine(needs, {
    total: lines.reduce((all, { micros }) => all + BigInt(micros), 0n),
    span,
    timeZone: needs.config.networkTimeZone,
    parts: shown.map((line) => partOf(line, lineName({ ...line, eui: line.mark }))),
    all: lines.length,
    next: from + shown.length,
  });
}

type Lines = {
  readonly total: bigint;
  readonly span: UnbilledDocument['span'];
  readonly timeZone: string;
  readonly parts: readonly ExplainedPart[];
  /** The document's number of lines. */
  readonly all: number;
  /** The line with which the next page begins. */
  readonly next: number;
};

async function byLine({ figures }: Needs, { total, span, timeZone, parts, all, next }: Lines): Promise<Explanation> {
  const range = { startMs: span.fromMs, endMs: span.toMs };
  const rest = { parts: all - parts.length, amount: parts.reduce((left, { amount }) => left - BigInt(amount), total) };
  return {
    period: await figures.periodOf({ scope: { kind: 'all' }, customerKey: null, timeZone, range }),
    figure: 'revenue',
    by: 'line',
    choices: ['line'],
    unit: 'micro-dollars',
    total: String(total),
    events: [],
    parts: [...parts],
    left_out: leftOut(rest),
    next_cursor: next < all ? String(next) : null,
  };
}

const partOf = (line: Line, id: string): ExplainedPart => ({
  id,
  label: lineWords(line).filter(Boolean).join(' · '),
  kind: null,
  each: null,
  events: line.views + line.clicks + line.burns,
  amount: String(line.micros),
});

function placeIn(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^[0-9]{1,7}$/.test(cursor))
    throw new AppError('invalid', 'This page link has expired. Start again from the first page.');
  return Number(cursor);
}
