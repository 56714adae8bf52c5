import type { Insertable, Selectable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';

export type PasskeyRow = Selectable<AccountsSchema['passkeys']>;
type ChallengeRow = Insertable<AccountsSchema['passkey_challenges']>;

/** Finds a user's passkeys, oldest first. A user has at most twenty. */
export const findPasskeys = (accounts: AccountsDb, userId: string): Promise<PasskeyRow[]> =>
  accounts
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute();

export const hasPasskey = async (accounts: AccountsDb, userId: string): Promise<boolean> =>
  (await accounts.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !==
  undefined;

export const findPasskeyByCredential = (accounts: AccountsDb, credentialId: string): Promise<PasskeyRow | undefined> =>
  accounts.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

/** Inserts a passkey. Returns false if its credential is already registered. */
export async function insertPasskey(accounts: AccountsDb, passkey: PasskeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await accounts
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Renames a passkey. Returns false if it does not belong to the user. */
export async function storePasskeyName(
  accounts: AccountsDb,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await accounts
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deletePasskey(accounts: AccountsDb, userId: string, id: string): Promise<void> {
  await accounts.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).execute();
}

/**
 * Records a use. Returns false if the authenticator counts its signatures and the number did not increase: the passkey
 * was copied, or a signature was sent twice. Authenticators without a counter always send 0.
 */
export async function countPasskeyUse(
  accounts: AccountsDb,
  { id, counter, synced, at }: { id: string; counter: number; synced: 0 | 1; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await accounts
    .updateTable('passkeys')
    .set({ counter, synced, last_used_at: at })
    .where('id', '=', id)
    .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertPasskeyChallenge(
  accounts: AccountsDb,
  challenge: Omit<ChallengeRow, 'used_at'>,
): Promise<void> {
  await accounts
    .insertInto('passkey_challenges')
    .values({ ...challenge, used_at: null })
    .execute();
}

/** Consumes a challenge. Returns false if it is unknown, used, expired, or was made for another purpose or session. */
export async function takePasskeyChallenge(
  accounts: AccountsDb,
  {
    id,
    purpose,
    user_id: userId,
    session_id: sessionId,
  }: Pick<ChallengeRow, 'id' | 'purpose' | 'user_id' | 'session_id'>,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await accounts
    .updateTable('passkey_challenges')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('passkey_challenges.purpose', '=', purpose)
    .where('user_id', userId === null ? 'is' : '=', userId ?? null)
    .where('session_id', sessionId === null ? 'is' : '=', sessionId ?? null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
