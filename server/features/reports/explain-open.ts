import type { ExplainedBy, Explanation, FigureOfBooks } from '#contract/explain.ts';
import { MICROS_PER_CENT } from '#domain/money.ts';
import type { Scope } from '#domain/role.ts';
import { monthInWords, numberText, TITLES } from '../../billing/document-words.ts';
import { findOpen } from '../../billing/find-open.ts';
import { findPayables, sumMoved } from '../../billing/settlements-queries.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { AppError } from '../../http/app-error.ts';
import { leftOut, type Placed, pageOf } from './explain-page.ts';

type Needs = Pick<Dependencies, 'accounts' | 'figures' | 'now'>;

type Asked = {
  readonly figure: FigureOfBooks;
  /** Null: by customer, of one customer by document. */
  readonly by: ExplainedBy | null;
  readonly cid: string | undefined;
  readonly cursor: string | undefined;
};

type Part = Placed & {
  readonly label: { readonly id: string; readonly label: string };
  readonly documents: number;
};

const KIND_OF = { receivable: 'invoice', overdue: 'invoice', payable: 'statement' } as const;

/** What is receivable, overdue or payable: of each customer what is open, and of one (`cid`) its documents less what is paid. */
export async function explainOpen(
  { accounts, figures, now }: Needs,
  scope: Scope,
  { figure, by, cid, cursor }: Asked,
): Promise<Explanation> {
  if (scope.kind !== 'all') throw new AppError('forbidden', 'What is open of all customers is for administrators.');
  const choice = cid === undefined ? 'customer' : 'document';
  if (by !== null && by !== choice)
    throw new AppError('invalid', 'What is open is told apart by customer, and of one customer (cid) by document.');
  const question = await readQuestion(figures, () => scope, {}, now());
  const customerId = cid === undefined ? null : await customerOf(figures, scope, cid);
  const parts =
    customerId === null
      ? await byCustomer(accounts, figure, now())
      : await byDocument(accounts, figure, customerId, now());
  const summed = sumOf(parts);
  // What was paid ahead is owed to nobody else.
  const total = summed < 0n ? 0n : summed;
  const { shown, next } = pageOf(parts, choice === 'customer' ? 'largest first' : 'in time', cursor);
  const rest = { parts: parts.length - shown.length, amount: total - sumOf(shown) };
  return {
    ...{ period: await figures.periodOf(question), figure, by: choice, choices: [choice] },
    ...{ unit: 'micro-dollars', total: String(total), events: [], next_cursor: next },
    parts: shown.map(({ label, documents, amount }) => ({
      ...{ ...label, kind: null, events: documents, each: null, amount: String(amount) },
    })),
    left_out: leftOut(rest),
  };
}

/** Throws where there is none. */
async function customerOf(figures: Needs['figures'], scope: Scope, cid: string): Promise<string> {
  const narrowed = await figures.narrow(scope, cid);
  if (narrowed.scope.kind !== 'all') return narrowed.scope.customerId;
  const customer = (await figures.network()).customerByKey.get(narrowed.customerKey ?? 0);
  if (customer === undefined) throw new AppError('not-found', 'There is no such customer.');
  return customer.id;
}

const sumOf = (parts: readonly Part[]): bigint => parts.reduce((all, { amount }) => all + amount, 0n);

const partOf = (id: string, label: string, cents: number, documents: number): Part => ({
  ...{ label: { id, label }, kind: '', each: '', ownerEach: '' },
  ...{ amount: BigInt(cents) * BigInt(MICROS_PER_CENT), documents },
});

async function byCustomer(accounts: Needs['accounts'], figure: FigureOfBooks, nowMs: number): Promise<Part[]> {
  const rows = await findOpen(accounts, KIND_OF[figure], nowMs);
  return rows
    .map(({ customer, documents, open, overdue }) =>
      partOf(customer.id, customer.name, figure === 'overdue' ? overdue : open, documents),
    )
    .filter(({ amount }) => amount !== 0n);
}

/** After the ids of documents, in their order. */
const PAID = 'taken-off';

async function byDocument(
  accounts: Needs['accounts'],
  figure: FigureOfBooks,
  customerId: string,
  nowMs: number,
): Promise<Part[]> {
  const kind = KIND_OF[figure];
  const rows = await findPayables(accounts, [customerId], nowMs);
  const moved = await sumMoved(accounts, kind, { knownOn: nowMs, customerIds: [customerId] });
  const paid = moved.get(customerId) ?? 0;
  return [
    ...rows
      .filter((row) => row.kind === kind && row.cents !== 0)
      // As the sum has it: a credit is taken off at once, what is owed when its day has come.
      .filter((row) => figure !== 'overdue' || row.cents < 0 || (row.due_at !== null && row.due_at <= nowMs))
      .map((row) => {
        const label = `${TITLES[row.kind]} ${numberText(row.kind, row.number)}, ${monthInWords(row.month)}`;
        return partOf(row.id, label, row.cents, 1);
      }),
    ...(paid === 0 ? [] : [partOf(PAID, kind === 'invoice' ? 'Paid so far' : 'Paid out so far', -paid, 0)]),
  ];
}
