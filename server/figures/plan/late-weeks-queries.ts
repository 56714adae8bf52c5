import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/**
 * Returns weeks with late events that have yet to be sealed again. Omits weeks that lost raw rows: these weeks keep
 * their sealed sums, so their late events appear only after the next seal.
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
