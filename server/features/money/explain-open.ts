import type { ExplainedBy, ExplainedPart, Explanation, FigureOfBooks } from '#contract/explain.ts';
import { MICROS_PER_CENT } from '#domain/money.ts';
import type { Scope } from '#domain/role.ts';
import { monthInWords, titleText } from '../../billing/document-words.ts';
import { findAhead, findOpen } from '../../billing/find-open.ts';
import { findPayables, type PayableRow, sumMoved } from '../../billing/settlements-queries.ts';
import type { Dependencies } from '../../dependencies.ts';
import { leftOut, type Placed, pageOf } from '../../explain/explain-page.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { AppError } from '../../http/app-error.ts';

type Needs = Pick<Dependencies, 'accounts' | 'figures' | 'now'>;

type Asked = {
  readonly figure: FigureOfBooks;
  /** Null means by customer, or by document for one customer. */
  readonly by: ExplainedBy | null;
  readonly cid: string | undefined;
  readonly cursor: string | undefined;
};

export type OpenPart = Placed & {
  readonly label: { readonly id: string; readonly label: string };
  readonly documents: number;
} & Pick<ExplainedPart, 'moved' | 'opens'>;

const KIND_OF = { receivable: 'invoice', overdue: 'invoice', payable: 'statement', ahead: 'invoice' } as const;

/**
 * Explains what is receivable, overdue, payable or prepaid: for all customers, by customer; for one customer (`cid`),
 * by its documents minus its payments. Callers who are not administrators see only their own amounts.
 */
export async function explainOpen(
  { accounts, figures, now }: Needs,
  scope: Scope,
  { figure, by, cid, cursor }: Asked,
): Promise<Explanation> {
  if (
    scope.kind !== 'all' &&
    (cid !== undefined || KIND_OF[figure] !== (scope.kind === 'owner' ? 'statement' : 'invoice'))
  )
    throw new AppError('forbidden', 'Only administrators can see other customers’ open balances.');
  const customerId = scope.kind === 'all' ? ((await customerOf(figures, scope, cid))?.id ?? null) : scope.customerId;
  const choice = customerId === null ? 'customer' : 'document';
  if (by !== null && by !== choice)
    throw new AppError(
      'invalid',
      'Open balances can be broken down by customer, and for one customer (`cid`) by document.',
    );
  const question = await readQuestion(figures, () => scope, {}, now());
  const parts =
    customerId === null
      ? await byCustomer(accounts, figure, now())
      : await byDocument(accounts, figure, { id: customerId, cid }, now());
  const summed = sumParts(parts);
  // One customer's prepaid amounts never reduce what others owe.
  const total = summed < 0n ? 0n : summed;
  return { period: await figures.periodOf(question), figure, ...tellParts(parts, { choice, total, cursor }) };
}

type Told = {
  readonly choice: 'customer' | 'document' | 'payout' | 'move' | 'term';
  readonly total: bigint;
  readonly cursor: string | undefined;
};

const IN_TIME: readonly Told['choice'][] = ['document', 'move', 'term'];

/** Returns one page of parts, and the total amount on other pages. */
export function tellParts(
  parts: readonly OpenPart[],
  { choice, total, cursor }: Told,
): Omit<Explanation, 'figure' | 'period'> {
  const { shown, next } = pageOf(parts, IN_TIME.includes(choice) ? 'in time' : 'largest first', cursor);
  const rest = { parts: parts.length - shown.length, amount: total - sumParts(shown) };
  return {
    by: choice,
    choices: [choice],
    unit: 'micro-dollars',
    total: String(total),
    events: [],
    next_cursor: next,
    parts: shown.map(({ label, documents, amount, moved, opens }) => ({
      ...label,
      kind: null,
      events: documents,
      each: null,
      amount: String(amount),
      ...(moved === undefined ? {} : { moved }),
      ...(opens === undefined ? {} : { opens }),
    })),
    left_out: leftOut(rest),
  };
}

/** Finds the customer with the id `cid`; null means all customers. Throws if no customer has that id. */
export async function customerOf(
  figures: Needs['figures'],
  scope: Scope,
  cid: string | undefined,
): Promise<{ readonly id: string; readonly kind: 'owner' | 'property' | 'advertiser' } | null> {
  if (cid === undefined) return null;
  const narrowed = await figures.narrow(scope, cid);
  if (narrowed.scope.kind !== 'all') return { id: narrowed.scope.customerId, kind: narrowed.scope.kind };
  const customer = (await figures.network()).customerByKey.get(narrowed.customerKey ?? 0);
  if (customer === undefined) throw new AppError('not-found', 'Customer not found.');
  return customer;
}

export const sumParts = (parts: readonly OpenPart[]): bigint => parts.reduce((all, { amount }) => all + amount, 0n);

export const openPart = (id: string, label: string, cents: number, documents: number): OpenPart => ({
  label: { id, label },
  kind: '',
  each: '',
  ownerEach: '',
  amount: BigInt(cents) * BigInt(MICROS_PER_CENT),
  documents,
});

async function byCustomer(accounts: Needs['accounts'], figure: FigureOfBooks, nowMs: number): Promise<OpenPart[]> {
  if (figure === 'ahead')
    return (await findAhead(accounts, nowMs)).map(({ customer, ahead }) =>
      openPart(customer.id, customer.name, ahead, 0),
    );
  const rows = await findOpen(accounts, KIND_OF[figure], nowMs);
  return rows
    .map(({ customer, documents, open, overdue }) =>
      openPart(customer.id, customer.name, figure === 'overdue' ? overdue : open, documents),
    )
    .filter(({ amount }) => amount !== 0n);
}

export const documentLabel = ({ cents, month, ...row }: PayableRow): string =>
  `${titleText({ ...row, total_cents: cents })}, ${monthInWords(month)}`;

/** ID of the part for payments, which sorts after the ids of documents. */
const PAID = 'taken-off';

async function byDocument(
  accounts: Needs['accounts'],
  figure: FigureOfBooks,
  { id: customerId, cid }: { readonly id: string; readonly cid: string | undefined },
  nowMs: number,
): Promise<OpenPart[]> {
  const kind = KIND_OF[figure];
  const rows = await findPayables(accounts, [customerId], nowMs);
  const moved = await sumMoved(accounts, kind, { knownOn: nowMs, customerIds: [customerId] });
  const paid = moved.get(customerId) ?? 0;
  // A prepaid amount is an open amount below zero.
  const sign = figure === 'ahead' ? -1 : 1;
  return [
    ...rows
      .filter((row) => row.kind === kind && row.cents !== 0)
      // This matches the sum: credits count immediately, and debts count from their due date.
      .filter((row) => figure !== 'overdue' || row.cents < 0 || (row.due_at !== null && row.due_at <= nowMs))
      .map((row) => openPart(row.id, documentLabel(row), sign * row.cents, 1)),
    ...(paid === 0
      ? []
      : [
          {
            ...openPart(PAID, kind === 'invoice' ? 'Paid so far' : 'Paid out so far', -sign * paid, 0),
            opens: { figure: 'paid' as const, ...(cid === undefined ? {} : { cid }) },
          },
        ]),
  ];
}
