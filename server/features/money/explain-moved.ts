import type { ExplainedBy, Explanation, FigureOfMoves } from '#contract/explain.ts';
import type { Scope } from '#domain/role.ts';
import { settleDocuments } from '#domain/settled-documents.ts';
import { findPayables, type PayableRow } from '../../billing/settlements-queries.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { AppError } from '../../http/app-error.ts';
import { findPaid, findPaidIn, findPaidOut } from './explain-moved-queries.ts';
import { documentLabel, type OpenPart, openPart, sumParts, tellParts } from './explain-open.ts';

type Needs = Pick<Dependencies, 'accounts' | 'figures' | 'now'>;

type Asked = {
  readonly figure: FigureOfMoves;
  readonly by: ExplainedBy | null;
  readonly of: string | undefined;
  readonly cursor: string | undefined;
};
type Moved = { readonly parts: readonly OpenPart[]; readonly total: bigint };

/**
 * Explains a payment by the invoices it settles, a payout by the statements it pays, and a payout run by its payouts.
 */
export async function explainMoved(needs: Needs, scope: Scope, asked: Asked): Promise<Explanation> {
  if (scope.kind !== 'all') throw new AppError('forbidden', 'Only administrators can see all payments and payouts.');
  const { by, cursor, figure, of } = asked;
  if (of === undefined) throw new AppError('invalid', 'Set `of` to the ID of a payment, payout or payout run.');
  const choice = figure === 'payout_run' ? 'payout' : 'document';
  if (by !== null && by !== choice)
    throw new AppError('invalid', 'A payout run can be broken down by payout, and a payment or payout by document.');
  const { parts, total } = await READ[figure](needs, of);
  const question = await readQuestion(needs.figures, () => scope, {}, needs.now());
  const period = await needs.figures.periodOf(question);
  return { period, figure, ...tellParts(parts, { choice, total, cursor }) };
}

const READ: Readonly<Record<FigureOfMoves, (needs: Needs, id: string) => Promise<Moved>>> = {
  payment: paymentOf,
  payout: payoutOf,
  payout_run: runOf,
};

const centsOf = (cents: number): bigint => openPart('', '', cents, 0).amount;

/**
 * Returns how much of each document the payment settled: what all payments up to this one settled, minus what the
 * earlier payments settled.
 */
async function paymentOf({ accounts, now }: Needs, id: string): Promise<Moved> {
  const payment = await findPaid(accounts, id);
  if (payment === undefined) throw new AppError('not-found', 'Payment not found.');
  const { amount_cents: cents, before_cents: before, customer_id: customerId, withdrawn_at: withdrawnAt } = payment;
  const kept = (paid: number): number => Math.min(paid, payment.kept_cents);
  const total = centsOf(cents);
  if (withdrawnAt !== null)
    return { total, parts: [openPart('withdrawn', `Withdrawn: ${payment.why_withdrawn}`, cents, 0)] };
  const documents = await findPayables(accounts, [customerId], now());
  const [then, since] = [
    settleDocuments(documents, kept(before)).byId,
    settleDocuments(documents, kept(before + cents)).byId,
  ];
  const settledBy = ({ id: of }: PayableRow) => (since.get(of)?.settled ?? 0) - (then.get(of)?.settled ?? 0);
  return { total, parts: partsOf(documents, settledBy) };
}

/** Returns the amounts that final statements left open when the payout was proposed. */
async function payoutOf({ accounts }: Needs, id: string): Promise<Moved> {
  const payout = await findPaidOut(accounts, id);
  if (payout === undefined) throw new AppError('not-found', 'Payout not found.');
  const { amount_cents: cents, before_cents: before, customer_id: customerId, proposed_at: at } = payout;
  const documents = await findPayables(accounts, [customerId], at);
  const { byId } = settleDocuments(documents, before);
  return { total: centsOf(cents), parts: partsOf(documents, ({ id: of }) => byId.get(of)?.open ?? 0) };
}

async function runOf({ accounts }: Needs, id: string): Promise<Moved> {
  const rows = await findPaidIn(accounts, id);
  if (rows.length === 0) throw new AppError('not-found', 'Payout run not found.');
  const parts = rows.map(({ id: of, name, cents }) => openPart(of, name, cents, 1));
  return { total: sumParts(parts), parts };
}

const partsOf = (documents: readonly PayableRow[], centsOfOne: (document: PayableRow) => number): OpenPart[] =>
  documents
    .map((row) => openPart(row.id, documentLabel(row), centsOfOne(row), 1))
    .filter(({ amount }) => amount !== 0n);
