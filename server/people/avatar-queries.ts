import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { StoredPicture } from './make-avatar.ts';

/** Replaces the account's picture; null removes it. Pass the transaction that makes the change. */
export async function storePicture(
  accounts: AccountsDb,
  userId: string,
  picture: StoredPicture | null,
  at: number,
): Promise<void> {
  await accounts.deleteFrom('avatars').where('user_id', '=', userId).execute();
  const avatar = JSON.stringify(picture === null ? [] : [{ publicUrl: picture.publicUrl }]);
  await accounts.updateTable('users').set({ avatar }).where('id', '=', userId).execute();
  if (picture === null) return;
  const { id, image } = picture;
  await accounts.insertInto('avatars').values({ id, user_id: userId, image, created_at: at }).execute();
}

/** Replaces the account's picture as a change to the account, which raises its version. */
export async function replaceAvatar(
  accounts: AccountsDb,
  userId: string,
  picture: StoredPicture | null,
  at: number,
): Promise<void> {
  await storePicture(accounts, userId, picture, at);
  await accounts.updateTable('users').set({ updated_at: at }).where('id', '=', userId).execute();
}
