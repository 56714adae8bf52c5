import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** Returns whether the account exists and is not deleted. */
export async function isUser(accounts: AccountsDb, id: string): Promise<boolean> {
  const row = await accounts
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a customer's billing address. Returns it and the customer's name, or null if there is none. */
export async function clearBillingEmail(
  tx: AccountsDb,
  id: string,
  at: number,
): Promise<{ readonly name: string; readonly before: string } | null> {
  const row = await tx
    .selectFrom('customers')
    .select(['name', 'billing_email', 'updated_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined || row.billing_email === '') return null;
  const updated_at = Math.max(at, row.updated_at + 1);
  await tx.updateTable('customers').set({ billing_email: '', updated_at }).where('id', '=', id).execute();
  return { name: row.name, before: row.billing_email };
}
