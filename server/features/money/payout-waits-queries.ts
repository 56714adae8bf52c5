import type { Insertable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { PaymentTables } from '../../databases/accounts/payment-tables.ts';
import { inGroups } from '../../lib/in-groups.ts';

export type PayoutWaitRow = PaymentTables['payout_waits'];

export async function insertWaits(
  tx: AccountsDb,
  rows: readonly Insertable<PaymentTables['payout_waits']>[],
): Promise<void> {
  await inGroups(rows, async (group) => {
    await tx.insertInto('payout_waits').values(group).execute();
    return [];
  });
}

/** Finds the owners that these runs left out, sorted by name. */
export async function findWaits(accounts: AccountsDb, runIds: readonly string[]): Promise<PayoutWaitRow[]> {
  const rows = await inGroups(runIds, (group) =>
    accounts
      .selectFrom('payout_waits')
      .selectAll()
      .where('run_id', 'in', group)
      .orderBy('customer_name')
      .orderBy('customer_id')
      .execute(),
  );
  return [...rows];
}
