import type { Insertable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { PaymentTables } from '../../databases/accounts/payment-tables.ts';

const payments = (accounts: AccountsDb) =>
  accounts
    .selectFrom('payments')
    .innerJoin('customers', 'customers.id', 'payments.customer_id')
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
  customerId: string | null,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<PaymentRow[]> =>
  payments(accounts)
    .$if(customerId !== null, (query) => query.where('payments.customer_id', '=', customerId ?? ''))
    .orderBy('entered_at', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countPayments(accounts: AccountsDb, customerId: string | null): Promise<number> {
  const row = await accounts
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .$if(customerId !== null, (query) => query.where('customer_id', '=', customerId ?? ''))
    .executeTakeFirstOrThrow();
  return Number(row.rows);
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
