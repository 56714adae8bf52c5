import { type ExplainedBy, type Explanation, type FigureOfLines, isFigureOfLines } from '#contract/explain.ts';
import { knownSecond } from '#domain/known-second.ts';
import { lineName } from '#domain/line-name.ts';
import type { Scope } from '#domain/role.ts';
import { findFinalLine, findFinalTotal } from '../../billing/final-documents-queries.ts';
import { findJudged } from '../../billing/judged-queries.ts';
import { findMonths } from '../../billing/months-queries.ts';
import { findUnbilled, type UnbilledDocument } from '../../billing/unbilled-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type ExplainEvents, type ThingExplainer, takesOnly } from '../../explain/explainers.ts';
import type { CellFilters } from '../../figures/query/cells-question.ts';
import { heldRuns } from '../../figures/query/outlet-runs.ts';
import type { Question } from '../../figures/query/question.ts';
import { AppError } from '../../http/app-error.ts';
import { runAtOnce } from '../../memory/chunked.ts';
import { explainTotal, explainUnbilled } from './explain-total.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'events' | 'figures' | 'now'>;

type Explaining = Needs & { readonly explainEvents: ExplainEvents };

type Asked = {
  /** The figure on a line. A document's total is always money. */
  readonly figure: FigureOfLines;
  readonly id: string;
  /** A line's place in a final document, or its name in another document. Undefined means the total. */
  readonly line: string | undefined;
  readonly by: ExplainedBy | null;
  readonly cursor: string | undefined;
  /** Epoch ms; null means now. */
  readonly knownOn: number | null;
};

type LineQuestion = {
  readonly question: Question;
  readonly within: CellFilters;
  readonly money?: 'owner';
  /** The document's stored figures, if they are not computed from events again. */
  readonly fixed?: SaidLine;
};

type Counts = { readonly views: number; readonly clicks: number; readonly burns: number };
type SaidLine = Counts & { readonly micros: number; readonly judged?: readonly Counts[] };

/** Returns the value that a line states for the figure. */
function saidOf({ micros, judged = [], ...counts }: SaidLine, figure: FigureOfLines): bigint {
  const invalid = judged.reduce((all, { views }) => all + views, 0);
  switch (figure) {
    case 'revenue':
      return BigInt(micros);
    case 'gross_views':
      return BigInt(counts.views + invalid);
    case 'invalid_views':
      return BigInt(invalid);
    default:
      return BigInt(counts[figure]);
  }
}

/** Creates the explanations of a document's total and of the figures on its lines. */
export const documentExplainer =
  (needs: Needs, explainEvents: ExplainEvents): ThingExplainer =>
  async ({ by, figure, knownOn, query, scope }, id) => {
    const known = knownOn();
    const message = 'For a document, request its total or a figure of a line, without range, customer or filters.';
    takesOnly(query, ['document', 'line', 'known_on'], message);
    if (!isFigureOfLines(figure)) throw new AppError('invalid', message);
    const { cursor, line } = query;
    return explainDocument({ ...needs, explainEvents }, scope, { figure, id, line, by, cursor, knownOn: known });
  };

/**
 * Explains a document's total by its lines, or a line by its events. If a document is not final, explains its current
 * state.
 */
async function explainDocument(needs: Explaining, scope: Scope, asked: Asked): Promise<Explanation> {
  const { by, cursor, figure, id, knownOn, line } = asked;
  const atMs = knownOn ?? needs.now();
  const final = await findFinalTotal(needs.accounts, scope, { id, atMs });
  const unbilled = final === undefined ? await findUnbilled(needs, { scope, id, knownOn }) : undefined;
  if (line !== undefined) {
    const { question, fixed, money, within } =
      unbilled === undefined
        ? await questionOfFinal(needs, scope, { id, line, atMs })
        : await questionOfUnbilled(needs, scope, { document: unbilled, line, knownOn });
    return needs.explainEvents(question, {
      figure,
      by,
      filters: undefined,
      cursor,
      within,
      ...(figure === 'revenue' && money ? { money } : {}),
      ...(fixed ? { fixed: saidOf(fixed, figure) } : {}),
    });
  }
  if (figure !== 'revenue')
    throw new AppError('invalid', 'For the total of a document, request revenue. For other figures, specify a line.');
  if (by !== null && by !== 'line')
    throw new AppError('invalid', 'The total of a document can only be broken down by line.');
  if (final !== undefined) return explainTotal(needs, { ...final, id }, cursor);
  if (unbilled === undefined) throw new AppError('not-found', 'Document not found.');
  return explainUnbilled(needs, unbilled, cursor);
}

const noLine = () => new AppError('not-found', 'Line not found in this document.');

function refuseOthers(kind: string): void {
  if (kind === 'delivery' || kind === 'late') return;
  throw new AppError('invalid', 'Only delivery and late lines consist of events.');
}

type Line = {
  readonly document: 'statement' | 'invoice';
  readonly customer: { readonly id: string; readonly key: number };
  readonly ofKey: number;
  readonly span: { readonly fromMs: number; readonly toMs: number };
};

/**
 * Builds the question about a line from the perspective of the document's customer, because the line states that
 * customer's sum. Administrators see both sides.
 */
function questionOf(reader: Scope, { document, customer, ofKey, span }: Line): LineQuestion {
  const kind = document === 'statement' ? ('owner' as const) : ('advertiser' as const);
  const range = { startMs: span.fromMs, endMs: span.toMs };
  const scope: Scope = reader.kind === 'all' ? reader : { kind, customerId: customer.id, customerKey: customer.key };
  const pair = { customerKey: customer.key, outletKey: ofKey };
  return {
    question: { scope, customerKey: null, timeZone: null, range },
    within:
      kind === 'owner'
        ? { outletsHeld: runAtOnce(heldRuns([pair])) }
        : { advertisers: [customer.key], flights: [ofKey] },
    ...(reader.kind === 'all' && kind === 'owner' ? { money: 'owner' as const } : {}),
  };
}

/**
 * Builds the question about a line in a final document: the events in the line's month that arrived before the
 * document's cut-off. For a late line, these are only the events that no earlier document contained.
 */
async function questionOfFinal(
  { accounts }: Needs,
  scope: Scope,
  { id, line: place, atMs }: { readonly id: string; readonly line: string; readonly atMs: number },
): Promise<LineQuestion> {
  const line = /^[0-9]+$/.test(place) ? await findFinalLine(accounts, scope, { id, place: Number(place), atMs }) : null;
  if (line == null) throw noLine();
  refuseOthers(line.line_kind);
  const months = await findMonths(accounts);
  const month = months.find((one) => one.month === line.line_month);
  if (month === undefined) throw noLine();
  const before = months.filter((one) => one.month < line.document_month).at(-1);
  const told = questionOf(scope, {
    document: line.document_kind,
    ofKey: line.of_key,
    span: { fromMs: month.from_at, toMs: month.to_at },
    customer: { id: line.customer_id, key: line.customer_key },
  });
  const from = line.line_kind === 'late' ? (before?.cut_off_at ?? 0) : 0;
  const arrived = { from, before: line.cut_off_at };
  const places = { from: line.place, before: line.place + 1 };
  const judged = (await findJudged(accounts, id, places)).get(line.place) ?? [];
  return { ...told, within: { ...told.within, arrived }, fixed: { ...line, judged } };
}

const EVER = 10 ** 11;

/** Builds the question about a line in an unbilled document: the events that had arrived at `knownOn`, or by now. */
async function questionOfUnbilled(
  { accounts }: Needs,
  scope: Scope,
  {
    document,
    line: name,
    knownOn,
  }: { readonly document: UnbilledDocument; readonly line: string; readonly knownOn: number | null },
): Promise<LineQuestion> {
  const line = document.lines.find(({ mark, ...one }) => lineName({ ...one, eui: mark }) === name);
  if (line === undefined) throw noLine();
  refuseOthers(line.kind);
  const isLate = line.kind === 'late';
  const month = isLate ? (await findMonths(accounts)).find((one) => one.month === line.month) : undefined;
  const told = questionOf(scope, {
    document: document.kind,
    ofKey: line.of_key,
    customer: document.customer,
    span: month === undefined ? document.span : { fromMs: month.from_at, toMs: month.to_at },
  });
  const arrived = { from: isLate ? document.billedUntil : 0, before: knownSecond(knownOn) ?? EVER };
  return {
    ...told,
    // An explanation as of now uses stored sums where they exist.
    within: isLate || knownOn !== null ? { ...told.within, arrived } : told.within,
    // A late line is the current sum minus the billed part. Arrival times may no longer be able to separate the two.
    ...(isLate ? { fixed: line } : {}),
  };
}
