import type { Insertable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { PaymentTables } from '../../databases/accounts/payment-tables.ts';
import { inGroups } from '../../lib/in-groups.ts';

const changes = (accounts: AccountsDb) =>
  accounts
    .selectFrom('payee_changes')
    .innerJoin('customers', 'customers.id', 'payee_changes.customer_id')
    .leftJoin('users', 'users.id', 'payee_changes.changed_by_id')
    .select(['payee_changes.customer_id', 'customers.name as customer_name', 'holder', 'holder_kind', 'account_kind'])
    .select(['sealed', 'revision', 'changed_at', 'changed_by_id', 'users.email as changed_by'])
    .where('withdrawn_at', 'is', null);

/** A change to an account that waits for confirmation. */
export type PayeeChangeRow = Awaited<ReturnType<ReturnType<typeof changes>['execute']>>[number];

export const findChange = (accounts: AccountsDb, customerId: string): Promise<PayeeChangeRow | undefined> =>
  changes(accounts).where('payee_changes.customer_id', '=', customerId).executeTakeFirst();

/** Finds these customers' changes. Customers without a change have no row. */
export const findChangesOf = (accounts: AccountsDb, customerIds: readonly string[]): Promise<PayeeChangeRow[]> =>
  inGroups(customerIds, (group) => changes(accounts).where('payee_changes.customer_id', 'in', group).execute());

/** Returns the revision of the last change, even if it was withdrawn; 0 if there is none. */
export async function findLastChange(tx: AccountsDb, customerId: string): Promise<number> {
  const row = await tx
    .selectFrom('payee_changes')
    .select('revision')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

export async function keepChange(
  tx: AccountsDb,
  { customer_id: id, ...row }: Omit<Insertable<PaymentTables['payee_changes']>, 'withdrawn_at'>,
): Promise<void> {
  const change = { ...row, withdrawn_at: null };
  await tx
    .insertInto('payee_changes')
    .values({ ...change, customer_id: id })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(change))
    .execute();
}

type Change = { readonly customerId: string; readonly revision: number };

/**
 * Removes a change that is being confirmed. Returns false if it was changed, confirmed or withdrawn in the meantime.
 */
export async function takeChange(tx: AccountsDb, { customerId, revision }: Change): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('payee_changes')
    .where('customer_id', '=', customerId)
    .where('revision', '=', revision)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Withdraws a change. Returns false if it was changed, confirmed or withdrawn in the meantime. */
export async function withdrawChange(tx: AccountsDb, { customerId, revision }: Change, at: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payee_changes')
    .set({ withdrawn_at: at })
    .where('customer_id', '=', customerId)
    .where('revision', '=', revision)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
