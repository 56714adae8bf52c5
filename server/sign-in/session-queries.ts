import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/**
 * Ends a user's sessions and all pending sign-ins immediately, so that their next call is rejected. Pass the
 * transaction of the cause: a changed password, role or customer, disabling, deletion (docs/threat-model.md#b4).
 * Returns the number of ended sessions.
 */
export async function endSessionsOf(
  accounts: AccountsDb,
  userId: string,
  at: number,
  exceptSessionId = '',
): Promise<number> {
  for (const table of ['login_codes', 'login_challenges', 'link_requests'] as const) {
    await accounts
      .updateTable(table)
      .set({ used_at: at })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute();
  }
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

/** Like `endSessionsOf`, but for up to a few hundred accounts. Returns the number of ended sessions by account. */
export async function endSessionsOfAll(
  tx: AccountsDb,
  userIds: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, number>> {
  if (userIds.length === 0) return new Map();
  const counts = await tx
    .selectFrom('sessions')
    .select((eb) => ['user_id', eb.fn.countAll<number>().as('count')])
    .where('user_id', 'in', userIds)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .groupBy('user_id')
    .execute();
  for (const table of ['login_codes', 'login_challenges', 'link_requests'] as const) {
    await tx
      .updateTable(table)
      .set({ used_at: at })
      .where('user_id', 'in', userIds)
      .where('used_at', 'is', null)
      .execute();
  }
  await tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('user_id', 'in', userIds)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();
  return new Map(counts.map(({ user_id, count }) => [user_id, Number(count)]));
}
