import type { ExplainedBy, ExplainedPart, Explanation, FigureOfSettlement } from '#contract/explain.ts';
import type { Scope } from '#domain/role.ts';
import { type SettledPart, settleDocuments, settledParts } from '#domain/settled-documents.ts';
import { wallClock } from '#domain/zoned-day.ts';
import { findFinalTotal } from '../../billing/final-documents-queries.ts';
import { findPayables, type PayableRow } from '../../billing/settlements-queries.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { AppError } from '../../http/app-error.ts';
import { customerOf, documentLabel, type OpenPart, openPart, sumParts, tellParts } from './explain-open.ts';
import { findMoves, type Move } from './explain-settlement-queries.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'figures' | 'now'>;

type Asked = {
  readonly figure: FigureOfSettlement;
  readonly by: ExplainedBy | null;
  /** A final document. If there is none, `paid` covers all documents of a customer. */
  readonly document: string | undefined;
  readonly cid: string | undefined;
  /** `known_on` as text and as a timestamp. Null means now. */
  readonly known: { readonly text: string; readonly atMs: number } | null;
  readonly cursor: string | undefined;
};
type Told = {
  readonly choice: 'document' | 'move' | 'term';
  readonly parts: readonly OpenPart[];
  readonly total: bigint;
};

/**
 * Explains how much of a document is paid (by payment, payout and credit) or open (by its total and the amount paid).
 * Without a document, explains how much is paid for all documents, by payment or payout.
 */
export async function explainSettlement(needs: Needs, scope: Scope, asked: Asked): Promise<Explanation> {
  const { by, cursor, document, figure, known } = asked;
  const told =
    document === undefined
      ? await paidOfAll(needs, scope, asked)
      : await ofDocument(needs, scope, { ...asked, document });
  const { choice, parts, total } = told;
  if (by !== null && by !== choice) throw new AppError('invalid', `This can only be broken down by ${choice}.`);
  const question = await readQuestion(needs.figures, () => scope, {}, known?.atMs ?? needs.now());
  const period = await needs.figures.periodOf(question);
  return { period, figure, ...tellParts(parts, { choice, total, cursor }) };
}

async function ofDocument(
  needs: Needs,
  scope: Scope,
  { cid, document: id, figure, known }: Asked & { readonly document: string },
): Promise<Told> {
  if (cid !== undefined) throw new AppError('invalid', 'Specify a document by its ID only, without a customer.');
  const atMs = known?.atMs ?? needs.now();
  const final = await findFinalTotal(needs.accounts, scope, { id, atMs });
  if (final === undefined) throw new AppError('not-found', 'Final document not found.');
  const documents = await findPayables(needs.accounts, [final.customer_id], atMs);
  const moves = await findMoves(needs.accounts, final.kind, { customerId: final.customer_id, atMs });
  const paid = moves.reduce((all, { cents }) => all + cents, 0);
  const { open, settled } = settleDocuments(documents, paid).byId.get(id) ?? { open: 0, settled: 0 };
  const knownOn = known === null ? {} : { known_on: known.text };
  if (figure === 'open') {
    const term = (name: 'revenue' | 'paid', label: string, cents: number): OpenPart => ({
      ...openPart(name === 'revenue' ? '0 revenue' : '1 paid', label, cents, 0),
      opens: { figure: name, document: id, ...knownOn },
    });
    const parts = [term('revenue', 'Document total', settled + open), term('paid', 'Paid', -settled)];
    return {
      choice: 'term',
      parts: parts.filter(({ amount }) => amount !== 0n),
      total: sumParts([openPart('', '', open, 0)]),
    };
  }
  const total = openPart('', '', settled, 0).amount;
  const all = settledParts(documents, moves);
  if (settled < 0) return { choice: 'document', total, parts: givenBack(all, documents, id, knownOn) };
  const tell = tellMoves(needs, scope, knownOn);
  const parts = all.filter((one) => one.document === id).map(({ source, cents }) => ({ source, cents }));
  return { choice: 'move', total, parts: parts.map((part, at) => tell(part, at, { documents, moves })) };
}

/** For a document that gives credit, returns the documents that the credit settles, oldest first. */
const givenBack = (
  parts: readonly SettledPart[],
  documents: readonly PayableRow[],
  id: string,
  knownOn: { readonly known_on?: string },
): OpenPart[] =>
  parts
    .filter(({ source }) => source === id)
    .flatMap(({ cents, document: of }) =>
      documents
        .filter((row) => row.id === of)
        .map((row) => ({
          ...openPart(of, documentLabel(row), -cents, 1),
          opens: { figure: 'revenue' as const, document: of, ...knownOn },
        })),
    );

async function paidOfAll(needs: Needs, scope: Scope, { cid, figure, known }: Asked): Promise<Told> {
  if (figure !== 'paid') throw new AppError('invalid', 'For an open amount, specify a `document`.');
  if (scope.kind !== 'all' && cid !== undefined)
    throw new AppError('forbidden', 'Only administrators can see other customers’ payments.');
  const customer =
    scope.kind === 'all' ? await customerOf(needs.figures, scope, cid) : { id: scope.customerId, kind: scope.kind };
  if (customer === null) throw new AppError('invalid', 'Specify a `document` or customer (`cid`).');
  const kind = customer.kind === 'advertiser' ? 'invoice' : 'statement';
  const atMs = known?.atMs ?? needs.now();
  const moves = await findMoves(needs.accounts, kind, { customerId: customer.id, atMs });
  const tell = tellMoves(needs, scope, {});
  const parts = moves.map(({ cents, id }, at) => tell({ cents, source: id }, at, { documents: [], moves }));
  return { choice: 'move', parts, total: sumParts(parts) };
}

const LABELS = { payment: 'Payment', payout: 'Payout', refund: 'Refund' } as const;

/**
 * Describes payments and payouts in the order in which they settle. Only administrators see who entered a payment, and
 * the bank's reference.
 */
function tellMoves({ config }: Needs, scope: Scope, knownOn: { readonly known_on?: string }) {
  const isAll = scope.kind === 'all';
  const dayOf = (ms: number) => wallClock(ms, config.networkTimeZone).date;
  const tellMove = ({ at, by, id, kind, paid_on: on, reference }: Move): Pick<OpenPart, 'moved' | 'opens'> => ({
    moved: {
      kind,
      on: on ?? '',
      ...(isAll
        ? { reference, ...(by === null ? {} : { by }), ...(at === null ? {} : { at: new Date(at).toISOString() }) }
        : {}),
    },
    ...(isAll && kind !== 'refund' ? { opens: { figure: kind, of: id } } : {}),
  });
  return (
    { cents, source }: Pick<SettledPart, 'cents' | 'source'>,
    place: number,
    { documents, moves }: { readonly documents: readonly PayableRow[]; readonly moves: readonly Move[] },
  ): OpenPart => {
    const id = `${String(place).padStart(7, '0')} ${source}`;
    const move = moves.find((one) => one.id === source);
    if (move !== undefined) return { ...openPart(id, LABELS[move.kind], cents, 0), ...tellMove(move) };
    const credit = documents.find((one) => one.id === source);
    const label = credit === undefined ? '' : documentLabel(credit);
    const moved: ExplainedPart['moved'] = { kind: 'credit', on: dayOf(credit?.final_at ?? 0) };
    return { ...openPart(id, label, cents, 0), moved, opens: { figure: 'revenue', document: source, ...knownOn } };
  };
}
