import type { ChangeContext } from '../../administration/change-context.ts';
import {
  changedFields,
  type Diff,
  isEmpty,
  type Noted,
  type RowVersion,
  type UpdateContext,
  updateWithVersion,
} from '../../administration/optimistic-lock.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { storePicture } from '../../people/avatar-queries.ts';
import { refuseLastAdministrator } from '../../people/last-administrator.ts';
import type { StoredPicture } from '../../people/make-avatar.ts';
import { voidAccountTokens } from '../../sign-in/account-token-queries.ts';
import { lapseApprovals, revokeApiTokensOf } from '../../sign-in/api-token-queries.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { sendInvitation } from './send-invitation.ts';
import { checkUserFields, type UserFields, type UserInput } from './user-fields.ts';
import { findCustomer, findUser, type UserRow, updateUser } from './users-queries.ts';

/** The context of an account change, which includes the mail service, because the account's owner may get a mail. */
export type Changing = ChangeContext & Pick<Dependencies, 'mail'>;

/** Changes an account and writes its audit entry. Demo accounts are shared, so they cannot be changed. */
export const changeUserRow = (
  context: ChangeContext,
  claim: RowVersion,
  change: (turn: UpdateContext<UserRow>) => Promise<Noted | null>,
): Promise<void> => updateWithVersion(context, { table: 'users', claim, read: findChangeable }, change);

async function findChangeable(tx: AccountsDb, id: string): Promise<UserRow | undefined> {
  const user = await findUser(tx, id);
  if (user !== undefined) refuseDemoRow(user);
  return user;
}

export function refuseDemoRow({ demo }: Pick<UserRow, 'demo'>): void {
  if (demo === 1) throw new AppError('conflict', 'Demo accounts can’t be changed.');
}

const SHOWN = [
  'first_name',
  'last_name',
  'phone_number',
  'email',
  'role',
  'standing',
  'customer_id',
  'disabled',
] as const;

const shownOf = (user: UserFields) => Object.fromEntries(SHOWN.map((field) => [field, user[field]]));

/** Returns the differences, named as in the audit log. */
export const diffOf = (before: UserRow, after: UserFields): Diff => changedFields(shownOf(before), shownOf(after));

/**
 * Returns the change of the picture. Pictures are not compared: a submitted picture always counts as new. Removing a
 * missing picture is no change.
 */
function pictureDiff(before: UserRow, picture: StoredPicture | null | undefined): Diff {
  const had = before.avatar !== '[]';
  if (picture === undefined || (picture === null && !had)) return {};
  const given = had ? 'another picture' : 'a picture';
  return { picture: { before: had ? 'a picture' : '', after: picture === null ? '' : given } };
}

/** Returns the audit action for a change, which is named after its most important part. */
export function actionOf(diff: Diff): string {
  if (diff.disabled) return diff.disabled.after === 1 ? 'user.disabled' : 'user.enabled';
  if (diff.role || diff.standing || diff.customer_id) return 'user.rights-changed';
  return 'user.changed';
}

/**
 * Whether a change affects rights, sign-in or address. Such a change needs a fresh login and ends the sessions
 * (docs/threat-model.md#b4, #g2).
 */
export const isGrave = (diff: Diff): boolean =>
  ['role', 'standing', 'customer_id', 'disabled', 'email'].some((field) => diff[field] !== undefined);

type Order = RowVersion & {
  readonly input: UserInput;
  /** A new picture; null removes the picture, undefined keeps it. */
  readonly picture?: StoredPicture | null | undefined;
  /**
   * Called before a change to rights, sign-in or address. Throws unless the caller has recently entered the password.
   */
  readonly requireFreshLogin: () => void;
};

/** Stores an administrator's change, ends the sessions if rights changed, and audits the values before and after. */
export async function changeUser(
  context: Changing,
  { id, version, ...order }: Order & { version: number },
): Promise<void> {
  await changeUserRow(context, { id, version }, async (turn) => {
    const { tx, stored } = turn;
    if (stored.deleted_at !== null) throw new AppError('conflict', 'This account is deleted. Restore it first.');
    const fields = await checkUserFields(tx, order.input, stored);
    const diff = { ...diffOf(stored, fields), ...pictureDiff(stored, order.picture) };
    return isEmpty(diff) ? null : applyChange(turn, context, { ...order, fields, diff });
  });
}

type Applied = Omit<Order, 'id' | 'version' | 'input'> & {
  readonly fields: Pick<UserFields, 'role' | 'disabled'> & Partial<UserFields>;
  readonly diff: Diff;
  /** Whether another account manages the organization, so that this account may leave. */
  readonly mayLeave?: boolean;
};

/** Replaces customer ids with names. */
async function named(tx: AccountsDb, { customer_id: customer, ...diff }: Diff): Promise<Diff> {
  if (customer === undefined) return diff;
  const nameOf = async (id: unknown) => (typeof id === 'string' ? ((await findCustomer(tx, id))?.name ?? id) : '');
  return { ...diff, customer: { before: await nameOf(customer.before), after: await nameOf(customer.after) } };
}

export async function applyChange(
  { tx, stored: user, nowMs, version }: UpdateContext<UserRow>,
  { author, mail, now }: Changing,
  { fields, diff, picture, requireFreshLogin, mayLeave = false }: Applied,
): Promise<Noted> {
  if (isGrave(diff)) requireFreshLogin();
  if (!mayLeave && user.id === author.actorId && fields.disabled === 1)
    throw new AppError('conflict', 'You can’t disable your own account.');
  // A new address has to be verified first. Until then, its owner cannot sign in.
  const isNewAddress = diff.email !== undefined;
  if (fields.role !== 'admin' || fields.disabled === 1 || isNewAddress) await refuseLastAdministrator(tx, user);
  await updateUser(tx, user.id, { ...fields, ...(isNewAddress ? { email_verified: 0 } : {}) });
  if (diff.picture) await storePicture(tx, user.id, picture ?? null, version);
  const sessionsEnded = isGrave(diff) ? await endSessionsOf(tx, user.id, nowMs) : 0;
  if (isGrave(diff)) await lapseApprovals(tx, [user.id]);
  // A token belongs to one organization. Otherwise, its programs would continue to report there.
  if (diff.disabled?.after === 1 || diff.customer_id) await revokeApiTokensOf(tx, [user.id], nowMs);
  if (isNewAddress) {
    await voidAccountTokens(tx, user.id, nowMs);
    await sendInvitation(tx, { mail, now }, { ...user, ...fields, email_verified: 0 });
  }
  const detail = {
    id: user.id,
    ...(await named(tx, diff)),
    ...(sessionsEnded > 0 ? { sessions_ended: sessionsEnded } : {}),
  };
  return { action: actionOf(diff), subject: user.email, detail };
}
