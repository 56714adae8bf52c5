import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/**
 * Weeks with late events that still have to be sealed again. A week that lost raw rows keeps its sealed sums: its late
 * events appear after the next seal.
 */
export async function readLateWeeks(accounts: AccountsDb): Promise<readonly string[]> {
  const rows = await accounts
    .selectFrom('late_marks')
    .select('week')
    .distinct()
    .where('week', 'not in', (lost) => lost.selectFrom('raw_losses').select('week').where('seal', 'is not', null))
    .orderBy('week')
    .execute();
  return rows.map(({ week }) => week);
}
