import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/**
 * Weeks with late events that wait to be sealed anew. A week that lost raw rows keeps what is sealed of it: its late events show
 * when they are sealed.
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
