import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/**
 * Weeks with late events that wait to be sealed anew, and a text that changes with each new late event. A week that lost
 * raw rows keeps what is sealed of it: its late events show when they are sealed.
 */
export async function readLateWeeks(accounts: AccountsDb): Promise<{ weeks: string[]; version: string }> {
  const rows = await accounts
    .selectFrom('late_marks')
    .select(({ fn }) => [
      'week',
      fn.max<number>('id').as('newest'),
      fn.countAll<number>().as('marks'),
      fn.sum<number>('state').as('states'),
    ])
    .where('week', 'not in', (lost) => lost.selectFrom('raw_losses').select('week').where('seal', 'is not', null))
    .groupBy('week')
    .orderBy('week')
    .execute();
  return {
    weeks: rows.map(({ week }) => week),
    version: rows.map(({ week, newest, marks, states }) => `${week}@${newest}.${marks}.${states}`).join(','),
  };
}
