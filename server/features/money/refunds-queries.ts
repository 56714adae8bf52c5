import type { Insertable, Updateable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { PaymentTables, PayoutState } from '../../databases/accounts/payment-tables.ts';

const refunds = (accounts: AccountsDb) =>
  accounts
    .selectFrom('refunds')
    .leftJoin('users as proposers', 'proposers.id', 'refunds.proposed_by_id')
    .leftJoin('users as deciders', 'deciders.id', 'refunds.decided_by_id')
    .select(['refunds.id', 'number', 'refunds.customer_id', 'customer_name', 'amount_cents', 'reason', 'state'])
    .select(['proposed_at', 'proposed_by_id', 'proposers.email as proposed_by', 'payee_revision'])
    .select(['decided_at', 'deciders.email as decided_by', 'paid_on', 'why']);

export type RefundRow = Awaited<ReturnType<ReturnType<typeof refunds>['execute']>>[number];

export const findRefunds = (
  accounts: AccountsDb,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<RefundRow[]> => refunds(accounts).orderBy('number', 'desc').limit(limit).offset(offset).execute();

export const findRefund = (accounts: AccountsDb, id: string): Promise<RefundRow | undefined> =>
  refunds(accounts).where('refunds.id', '=', id).executeTakeFirst();

export async function countRefunds(accounts: AccountsDb): Promise<number> {
  const row = await accounts
    .selectFrom('refunds')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}

/**
 * Returns the newest refund's number, 0 before the first refund. Call this only while no other process can propose a
 * refund.
 */
export async function findLastRefundNumber(tx: AccountsDb): Promise<number> {
  const row = await tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return Number(row.last ?? 0);
}

export async function insertRefund(tx: AccountsDb, row: Insertable<PaymentTables['refunds']>): Promise<void> {
  await tx.insertInto('refunds').values(row).execute();
}

/**
 * Changes a refund's state. Returns false if the stored state is no longer `state`, so that no state is skipped and no
 * step happens twice.
 */
export async function changeRefund(
  tx: AccountsDb,
  { id, state }: { readonly id: string; readonly state: PayoutState },
  change: Updateable<PaymentTables['refunds']>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Sums the refunds that are approved but not paid yet, in cents. */
export async function sumApprovedRefunds(accounts: AccountsDb): Promise<number> {
  const row = await accounts
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<number>('amount_cents').as('cents'))
    .where('state', '=', 'approved')
    .executeTakeFirstOrThrow();
  return Number(row.cents ?? 0);
}
