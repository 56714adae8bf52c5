import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

export const findSecondFactor = (accounts: AccountsDb, userId: string) =>
  accounts.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Stores a seed that sign-in ignores until its first valid code. Replaces a seed that was never confirmed. */
export async function storeUnconfirmedFactor(
  accounts: AccountsDb,
  factor: { userId: string; secret: string; at: number },
): Promise<void> {
  const values = { secret: factor.secret, created_at: factor.at, confirmed_at: null, last_step: 0 };
  await accounts
    .insertInto('second_factors')
    .values({ user_id: factor.userId, ...values })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(values).where('second_factors.confirmed_at', 'is', null),
    )
    .execute();
}

/**
 * Records the time step of a code. Returns true for only one caller, and only if the step is later than the last
 * recorded step, so that no code works twice (docs/threat-model.md#a21).
 */
export async function takeTimeStep(accounts: AccountsDb, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await accounts
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function confirmFactor(accounts: AccountsDb, userId: string, at: number): Promise<void> {
  await accounts.updateTable('second_factors').set({ confirmed_at: at }).where('user_id', '=', userId).execute();
}

/** Deletes the app's seed. Keeps the recovery codes, because a passkey may need them. */
export async function deleteApp(accounts: AccountsDb, userId: string): Promise<void> {
  await accounts.deleteFrom('second_factors').where('user_id', '=', userId).execute();
}

export async function deleteRecoveryCodes(accounts: AccountsDb, userId: string): Promise<void> {
  await accounts.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Replaces the user's recovery codes. All earlier ones become invalid. */
export async function replaceRecoveryCodes(
  accounts: AccountsDb,
  userId: string,
  hashes: readonly string[],
  at: number,
): Promise<void> {
  await accounts.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await accounts
    .insertInto('recovery_codes')
    .values(hashes.map((id) => ({ id, user_id: userId, created_at: at, used_at: null })))
    .execute();
}

/** Consumes a recovery code. Returns true only for the call that consumed it. */
export async function spendRecoveryCode(
  accounts: AccountsDb,
  userId: string,
  hash: string,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await accounts
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('id', '=', hash)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const countRecoveryCodes = async (accounts: AccountsDb, userId: string): Promise<number> =>
  (
    await accounts
      .selectFrom('recovery_codes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;

export async function insertChallenge(
  accounts: AccountsDb,
  challenge: { hash: string; userId: string; method: string; expiresAt: number },
): Promise<void> {
  const { hash: id, userId: user_id, method, expiresAt: expires_at } = challenge;
  await accounts
    .insertInto('login_challenges')
    .values({ id, user_id, method, attempts: 0, expires_at, used_at: null })
    .execute();
}

/** Finds the account for a challenge that still accepts attempts. */
export const findChallenge = (accounts: AccountsDb, hash: string, at: number, mostAttempts: number) =>
  accounts
    .selectFrom('login_challenges')
    .select('user_id')
    .where('id', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where('attempts', '<', mostAttempts)
    .executeTakeFirst();

/** Counts an attempt at the challenge. Returns undefined if it is unknown, used, expired or was tried too often. */
export const tryChallenge = (accounts: AccountsDb, hash: string, at: number, mostAttempts: number) =>
  accounts
    .updateTable('login_challenges')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where('attempts', '<', mostAttempts)
    .returning(['user_id', 'method'])
    .executeTakeFirst();

/** Consumes a challenge. Returns true only for the call that consumed it. */
export async function spendChallenge(accounts: AccountsDb, hash: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await accounts
    .updateTable('login_challenges')
    .set({ used_at: at })
    .where('id', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
