import { writeAudit } from '../../audit/write-audit.ts';
import { AppError } from '../../http/app-error.ts';
import { refuseLastAdministrator } from '../../people/last-administrator.ts';
import { voidAccountTokens } from '../../sign-in/account-token-queries.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { type Author, type Changing, nextVersion, readForChange } from './change-user.ts';
import { findUser, findUserByEmail, type UserRow, updateUser } from './users-queries.ts';

type Removal = { readonly id: string; readonly version: number; readonly author: Author };

/** Deletes an account softly: nobody can sign in, its sessions and links end, its address is free (docs/threat-model.md#g4). */
export async function deleteUser({ accounts, now }: Changing, order: Removal): Promise<UserRow> {
  const { author } = order;
  return accounts.transaction().execute(async (tx) => {
    const user = await readForChange(tx, order.id, order.version);
    if (user.deleted_at !== null) throw new AppError('conflict', 'This account is deleted already.');
    if (user.id === author.actorId) throw new AppError('conflict', 'You cannot delete your own account here.');
    await refuseLastAdministrator(tx, user);
    const at = now();
    const change = { deleted_at: at, updated_at: nextVersion(user, at), updated_by_id: author.actorId };
    await updateUser(tx, { id: user.id, version: user.updated_at }, change);
    const sessionsEnded = await endSessionsOf(tx, user.id, at);
    await voidAccountTokens(tx, user.id, at);
    const { id, role, customer_id: customer } = user;
    const detail = { id, role, customer, sessions_ended: sessionsEnded };
    await writeAudit(tx, { ...author, at, action: 'user.deleted', subject: user.email, detail });
    return (await findUser(tx, id)) ?? user;
  });
}

/** Brings a deleted account back as it was, with its password and rights. */
export async function restoreUser(
  { accounts, now }: Changing,
  { id, author }: Omit<Removal, 'version'>,
): Promise<UserRow> {
  return accounts.transaction().execute(async (tx) => {
    const user = await readForChange(tx, id);
    if (user.deleted_at === null) throw new AppError('conflict', 'This account is not deleted.');
    if (user.email_key === ERASED) throw new AppError('conflict', 'What this account held has been erased.');
    if ((await findUserByEmail(tx, user.email_key)) !== undefined)
      throw new AppError('conflict', `${user.email} has a new account; delete that one first.`);
    const at = now();
    const change = { deleted_at: null, updated_at: nextVersion(user, at), updated_by_id: author.actorId };
    await updateUser(tx, { id, version: user.updated_at }, change);
    await writeAudit(tx, { ...author, at, action: 'user.restored', subject: user.email, detail: { id } });
    return (await findUser(tx, id)) ?? user;
  });
}

/** The address of an account whose personal data were erased (forget-expired.ts). */
const ERASED = '';
