import { sql } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { DocumentKind } from '../databases/accounts/ledger-tables.ts';
import { inGroups } from '../lib/in-groups.ts';

/**
 * Sums the cents moved up to `knownOn`, by customer: payments minus refunds for invoices, payouts for statements.
 * Excludes amounts withdrawn or returned by that time.
 */
export async function sumMoved(
  accounts: AccountsDb,
  kind: DocumentKind,
  { knownOn, customerIds }: { readonly knownOn: number; readonly customerIds: readonly string[] | null },
): Promise<Map<string, number>> {
  const ask = (group: readonly string[] | null) =>
    kind === 'invoice' ? paymentSums(accounts, knownOn, group) : payoutSums(accounts, knownOn, group);
  const rows = customerIds === null ? await ask(null) : await inGroups(customerIds, ask);
  return new Map(rows.map(({ customer_id: id, cents }) => [id, Number(cents)]));
}

/** Sums advertisers' payments minus refunds. */
async function paymentSums(accounts: AccountsDb, knownOn: number, customerIds: readonly string[] | null) {
  const [paid, refunded] = await Promise.all([
    accounts
      .selectFrom('payments')
      .select(['customer_id', (eb) => eb.fn.sum<number>('amount_cents').as('cents')])
      .where('entered_at', '<=', knownOn)
      .where((eb) => eb.or([eb('withdrawn_at', 'is', null), eb('withdrawn_at', '>', knownOn)]))
      .$if(customerIds !== null, (query) => query.where('customer_id', 'in', customerIds ?? []))
      .groupBy('customer_id')
      .execute(),
    accounts
      .selectFrom('refunds')
      .select(['customer_id', (eb) => eb.fn.sum<number>('amount_cents').as('cents')])
      .where('paid_at', '<=', knownOn)
      .where((eb) => eb.or([eb('returned_at', 'is', null), eb('returned_at', '>', knownOn)]))
      .$if(customerIds !== null, (query) => query.where('customer_id', 'in', customerIds ?? []))
      .groupBy('customer_id')
      .execute(),
  ]);
  const sums = new Map(paid.map(({ customer_id: id, cents }) => [id, Number(cents)]));
  for (const { customer_id: id, cents } of refunded) sums.set(id, (sums.get(id) ?? 0) - Number(cents));
  return [...sums].map(([customer_id, cents]) => ({ customer_id, cents }));
}

const payoutSums = (accounts: AccountsDb, knownOn: number, customerIds: readonly string[] | null) =>
  accounts
    .selectFrom('payouts')
    .select(['customer_id', (eb) => eb.fn.sum<number>('amount_cents').as('cents')])
    .where('paid_at', '<=', knownOn)
    .where((eb) => eb.or([eb('returned_at', 'is', null), eb('returned_at', '>', knownOn)]))
    .$if(customerIds !== null, (query) => query.where('customer_id', 'in', customerIds ?? []))
    .groupBy('customer_id')
    .execute();

export type PayableRow = {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly customer_id: string;
  readonly month: string;
  readonly number: number;
  readonly layout: number;
  readonly cents: number;
  readonly due_at: number | null;
  readonly final_at: number;
};

/** Finds customers' documents that were final at `knownOn`, oldest first. */
export async function findPayables(
  accounts: AccountsDb,
  customerIds: readonly string[],
  knownOn: number,
): Promise<PayableRow[]> {
  const rows = await inGroups(customerIds, (group) =>
    accounts
      .selectFrom('documents')
      .select(['id', 'kind', 'customer_id', 'month', 'number', 'layout', 'total_cents', 'due_at', 'final_at'])
      .where('customer_id', 'in', group)
      .where('number', 'is not', null)
      .where('final_at', '<=', knownOn)
      .orderBy('month')
      .execute(),
  );
  return rows.map(({ total_cents: cents, final_at: at, number, ...row }) => ({
    ...row,
    number: number ?? 0,
    cents: cents ?? 0,
    final_at: at ?? 0,
  }));
}

export type BilledRow = {
  readonly customerId: string;
  readonly customer: string;
  readonly documents: number;
  readonly cents: number;
  readonly dueCents: number;
};

/** Sums final documents by customer: the total and the part that is due. Credit notes are due immediately. */
export async function sumDocuments(accounts: AccountsDb, kind: DocumentKind, nowMs: number): Promise<BilledRow[]> {
  const rows = await accounts
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select((eb) => [
      'customer_id',
      'customers.name as name',
      eb.fn.countAll<number>().as('documents'),
      eb.fn.sum<number>('total_cents').as('cents'),
      sql<number>`sum(case when due_at <= ${nowMs} or total_cents < 0 then total_cents else 0 end)`.as('due_cents'),
    ])
    .where('documents.kind', '=', kind)
    .where('number', 'is not', null)
    .groupBy(['customer_id', 'customers.name'])
    .execute();
  return rows.map((row) => ({
    customerId: row.customer_id,
    customer: row.name,
    documents: Number(row.documents),
    cents: Number(row.cents),
    dueCents: Number(row.due_cents),
  }));
}

/** Finds an owner's pending payout. An owner has at most one. */
export const findPayoutOnTheWay = (accounts: AccountsDb, customerId: string) =>
  accounts
    .selectFrom('payouts')
    .select(['amount_cents', 'state'])
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['proposed', 'approved'])
    .executeTakeFirst();

/** Finds pending refunds by advertiser. An advertiser has at most one. */
export async function findRefundsOnTheWay(
  accounts: AccountsDb,
  customerIds: readonly string[] | null,
): Promise<ReadonlyMap<string, { readonly cents: number; readonly state: 'proposed' | 'approved' }>> {
  const rows = await accounts
    .selectFrom('refunds')
    .select(['customer_id', 'amount_cents', 'state'])
    .where('state', 'in', ['proposed', 'approved'])
    .$if(customerIds !== null, (query) => query.where('customer_id', 'in', customerIds ?? []))
    .execute();
  return new Map(
    rows.map(({ customer_id: id, amount_cents: cents, state }) => [
      id,
      { cents, state: state === 'approved' ? ('approved' as const) : ('proposed' as const) },
    ]),
  );
}

/** Returns customer names by ID. */
export async function findNames(accounts: AccountsDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await inGroups(ids, (group) =>
    accounts.selectFrom('customers').select(['id', 'name']).where('id', 'in', group).execute(),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Finds a customer's newest payment or payout. */
export async function findLastMoved(
  accounts: AccountsDb,
  kind: DocumentKind,
  customerId: string,
): Promise<{ readonly cents: number; readonly paidOn: string } | null> {
  const row =
    kind === 'invoice'
      ? await accounts
          .selectFrom('payments')
          .select(['amount_cents', 'paid_on'])
          .where('customer_id', '=', customerId)
          .where('withdrawn_at', 'is', null)
          .orderBy('paid_on', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
      : await accounts
          .selectFrom('payouts')
          .select(['amount_cents', 'paid_on'])
          .where('customer_id', '=', customerId)
          .where('state', '=', 'paid')
          .orderBy('paid_on', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst();
  return row === undefined ? null : { cents: row.amount_cents, paidOn: row.paid_on ?? '' };
}
