import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { inGroups } from '../../lib/in-groups.ts';

export type ReminderRow = { readonly document_id: string; readonly level: number; readonly sent_at: number };

/** Finds the newest reminder of each of the invoices that has one. */
export async function findLastReminders(
  accounts: AccountsDb,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, ReminderRow>> {
  const rows = await inGroups(documentIds, (group) =>
    accounts.selectFrom('payment_reminders').selectAll().where('document_id', 'in', group).orderBy('level').execute(),
  );
  return new Map(rows.map((row) => [row.document_id, row]));
}

/** Notes a reminder. Returns false if it was sent before. */
export async function noteReminder(tx: AccountsDb, row: ReminderRow): Promise<boolean> {
  const stored = await tx
    .insertInto('payment_reminders')
    .values(row)
    .onConflict((conflict) => conflict.columns(['document_id', 'level']).doNothing())
    .returning('level')
    .execute();
  return stored.length > 0;
}

/** Finds where a customer gets its documents; '' if it has no billing address or is deleted. */
export async function findBillingEmail(accounts: AccountsDb, customerId: string): Promise<string> {
  const row = await accounts
    .selectFrom('customers')
    .select('billing_email')
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.billing_email ?? '';
}
