import type { AccountsDb } from './databases/accounts/accounts-db.ts';

/**
 * Ends a user's sessions at once: their next call is refused. To be called with the transaction of what it is for: a
 * changed password, role or customer, disabling, deletion (security B4). Answers how many there were.
 */
export async function endSessionsOf(
  accounts: AccountsDb,
  userId: string,
  at: number,
  exceptSessionId = '',
): Promise<number> {
  const { numUpdatedRows } = await accounts
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('id', '<>', exceptSessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
