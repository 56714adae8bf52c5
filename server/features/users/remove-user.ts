import type { ChangeContext } from '../../administration/change-context.ts';
import type { RowVersion } from '../../administration/optimistic-lock.ts';
import { AppError } from '../../http/app-error.ts';
import { refuseLastAdministrator } from '../../people/last-administrator.ts';
import { voidAccountTokens } from '../../sign-in/account-token-queries.ts';
import { lapseApprovals, revokeApiTokensOf } from '../../sign-in/api-token-queries.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { changeUserRow } from './change-user.ts';
import { findUserByEmail, updateUser } from './users-queries.ts';

/**
 * Soft-deletes an account: it cannot sign in, its sessions and links end, and its address becomes free
 * (docs/threat-model.md#g4).
 */
export const deleteUser = (context: ChangeContext, claim: RowVersion): Promise<void> =>
  changeUserRow(context, claim, async ({ tx, stored: user, nowMs }) => {
    if (user.deleted_at !== null) throw new AppError('conflict', 'This account is already deleted.');
    if (user.id === context.author.actorId) throw new AppError('conflict', 'You can’t delete your own account here.');
    await refuseLastAdministrator(tx, user);
    await updateUser(tx, user.id, { deleted_at: nowMs });
    const sessionsEnded = await endSessionsOf(tx, user.id, nowMs);
    await voidAccountTokens(tx, user.id, nowMs);
    await lapseApprovals(tx, [user.id]);
    await revokeApiTokensOf(tx, [user.id], nowMs);
    const { id, role, customer_id: customer } = user;
    return {
      action: 'user.deleted',
      subject: user.email,
      detail: { id, role, customer, sessions_ended: sessionsEnded },
    };
  });

/** Restores a deleted account with its password and rights. */
export const restoreUser = (context: ChangeContext, claim: RowVersion): Promise<void> =>
  changeUserRow(context, claim, async ({ tx, stored: user }) => {
    if (user.deleted_at === null) throw new AppError('conflict', 'This account is not deleted.');
    if (user.email_key === ERASED)
      throw new AppError('conflict', 'This account can’t be restored, because its data was erased.');
    if ((await findUserByEmail(tx, user.email_key)) !== undefined)
      throw new AppError('conflict', `${user.email} has a new account. Delete that one first.`);
    await updateUser(tx, user.id, { deleted_at: null });
    return { action: 'user.restored', subject: user.email, detail: { id: user.id } };
  });

/** The address of an account whose personal data was erased (forget-expired.ts). */
const ERASED = '';
