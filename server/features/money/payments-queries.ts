import type { Insertable } from 'kysely';
import type { PAYMENT_SORTS } from '#contract/table-choices.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { containsAnyCase } from '../../databases/accounts/contains-text.ts';
import type { PaymentTables } from '../../databases/accounts/payment-tables.ts';
import { isCustomerLike } from '../../network/customer-name-queries.ts';

/** Which payments to find. */
export type PaymentFilter = {
  readonly customerId: string | null;
  readonly q: string;
  readonly state: 'recorded' | 'reversed' | undefined;
};

type Order = { readonly name: (typeof PAYMENT_SORTS)[number]; readonly direction: 'asc' | 'desc' };
type Place = { readonly limit: number; readonly offset: number };

const SORTED_BY = {
  entered_at: 'entered_at',
  paid_on: 'paid_on',
  amount: 'amount_cents',
  customer: 'customers.find_key',
} as const;

const matching = (accounts: AccountsDb, { customerId, q, state }: PaymentFilter) =>
  accounts
    .selectFrom('payments')
    .innerJoin('customers', 'customers.id', 'payments.customer_id')
    .$if(customerId !== null, (query) => query.where('payments.customer_id', '=', customerId ?? ''))
    .$if(state !== undefined, (query) => query.where('withdrawn_at', state === 'recorded' ? 'is' : 'is not', null))
    .$if(q !== '', (query) =>
      query.where(({ or }) => or([isCustomerLike('customers.find_key', q), containsAnyCase(accounts, 'reference', q)])),
    );

const ALL: PaymentFilter = { customerId: null, q: '', state: undefined };

const payments = (accounts: AccountsDb, filter = ALL) =>
  matching(accounts, filter)
    .leftJoin('users as enterers', 'enterers.id', 'payments.entered_by_id')
    .leftJoin('users as withdrawers', 'withdrawers.id', 'payments.withdrawn_by_id')
    .select([
      'payments.id',
      'payments.customer_id',
      'customers.name as customer_name',
      'amount_cents',
      'paid_on',
      'reference',
      'entered_at',
      'enterers.email as entered_by',
      'withdrawn_at',
      'withdrawers.email as withdrawn_by',
      'why_withdrawn',
    ]);

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof payments>['execute']>>[number];

export const findPayments = (
  accounts: AccountsDb,
  filter: PaymentFilter,
  { name, direction }: Order,
  { limit, offset }: Place,
): Promise<PaymentRow[]> =>
  payments(accounts, filter)
    .orderBy(SORTED_BY[name], direction)
    .orderBy('payments.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();

/** Counts the payments, and sums those that are not withdrawn, in cents. */
export async function sumPayments(
  accounts: AccountsDb,
  filter: PaymentFilter,
): Promise<{ readonly rows: number; readonly cents: number }> {
  const row = await matching(accounts, filter)
    .select((eb) => [
      eb.fn.countAll<number>().as('rows'),
      eb.fn
        .sum<number>(eb.case().when('withdrawn_at', 'is', null).then(eb.ref('amount_cents')).else(0).end())
        .as('cents'),
    ])
    .executeTakeFirstOrThrow();
  return { rows: Number(row.rows), cents: Number(row.cents ?? 0) };
}

export const findPayment = (accounts: AccountsDb, id: string): Promise<PaymentRow | undefined> =>
  payments(accounts).where('payments.id', '=', id).executeTakeFirst();

/** Inserts a payment. Returns false if the same payment exists and is not withdrawn. */
export async function insertPayment(tx: AccountsDb, row: Insertable<PaymentTables['payments']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Withdraws a payment. Returns false if it was already withdrawn. */
export async function setWithdrawn(
  tx: AccountsDb,
  id: string,
  change: { withdrawn_at: number; withdrawn_by_id: string; why_withdrawn: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set(change)
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const findCustomer = (accounts: AccountsDb, id: string) =>
  accounts.selectFrom('customers').select(['id', 'key', 'kind', 'name']).where('id', '=', id).executeTakeFirst();
