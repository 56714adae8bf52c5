import { type AuditEntry, takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { replaceAvatar } from '../../people/avatar-queries.ts';
import { refuseLastAdministrator } from '../../people/last-administrator.ts';
import type { StoredPicture } from '../../people/make-avatar.ts';
import { voidAccountTokens } from '../../sign-in/account-token-queries.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { sendInvitation } from './send-invitation.ts';
import { checkUserFields, type UserFields, type UserInput } from './user-fields.ts';
import { findCustomer, findUser, type UserRow, updateUser } from './users-queries.ts';

export type Changing = Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>;

/** Who changes an account, for the audit log. */
export type Author = Pick<AuditEntry, 'actor' | 'ip'> & { readonly actorId: string };

const FASTER = 'Somebody else changed this account meanwhile. Look at its present state, then decide again.';

/** Reads an account for a change, alone with it until the transaction ends. */
export async function readForChange(tx: AccountsDb, id: string, version?: number): Promise<UserRow> {
  await takeAuditTurn(tx);
  const user = await findUser(tx, id);
  if (user === undefined) throw new AppError('not-found', 'There is no such account.');
  if (user.demo === 1) throw new AppError('conflict', 'A demo account is everybody’s: it cannot be changed.');
  if (version !== undefined && user.updated_at !== version) throw new AppError('conflict', FASTER);
  return user;
}

/** Each state of an account has an instant of its own. */
export const nextVersion = (user: UserRow, at: number): number => Math.max(at, user.updated_at + 1);

type Diff = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

const SHOWN = ['first_name', 'last_name', 'phone_number', 'email', 'role', 'customer_id', 'disabled'] as const;

/** What differs, in the words of the audit log. */
export function diffOf(before: UserRow, after: UserFields): Diff {
  return Object.fromEntries(
    SHOWN.filter((field) => before[field] !== after[field]).map((field) => [
      field,
      { before: before[field], after: after[field] },
    ]),
  );
}

/** A picture has no value to compare: what is sent is a new one, and nothing is removed where there is none. */
function pictureDiff(before: UserRow, picture: StoredPicture | null | undefined): Diff {
  const had = before.avatar !== '[]';
  if (picture === undefined || (picture === null && !had)) return {};
  const given = had ? 'another picture' : 'a picture';
  return { picture: { before: had ? 'a picture' : '', after: picture === null ? '' : given } };
}

/** What a change is called: the gravest of what it does. */
export function actionOf(diff: Diff): string {
  if (diff.disabled) return diff.disabled.after === 1 ? 'user.disabled' : 'user.enabled';
  if (diff.role || diff.customer_id) return 'user.rights-changed';
  return 'user.changed';
}

/** Rights, whether one may sign in and by which address: a fresh login is needed, and the sessions end (docs/threat-model.md#b4, #g2). */
export const isGrave = (diff: Diff): boolean =>
  ['role', 'customer_id', 'disabled', 'email'].some((field) => diff[field] !== undefined);

type Order = {
  readonly id: string;
  /** The state that was changed, as epoch milliseconds. */
  readonly version: number;
  readonly input: UserInput;
  /** Another picture, null for none; without it the present one stays. */
  readonly picture?: StoredPicture | null | undefined;
  readonly author: Author;
  /** Called before a grave change; throws unless the caller gave the password a short while ago. */
  readonly requireFreshLogin: () => void;
};

/** Stores what an administrator changed, ends the sessions if rights changed, and notes before and after. */
export async function changeUser({ accounts, config, mail, now }: Changing, order: Order): Promise<UserRow> {
  return accounts.transaction().execute(async (tx) => {
    const user = await readForChange(tx, order.id, order.version);
    if (user.deleted_at !== null) throw new AppError('conflict', 'This account is deleted. Restore it first.');
    const fields = await checkUserFields(tx, order.input, user);
    const diff = { ...diffOf(user, fields), ...pictureDiff(user, order.picture) };
    if (Object.keys(diff).length === 0) return user;
    await applyChange(tx, { config, mail, now }, { ...order, user, fields, diff });
    return (await findUser(tx, user.id)) ?? user;
  });
}

type Applied = Omit<Order, 'id' | 'version' | 'input'> & {
  readonly user: UserRow;
  readonly fields: UserFields;
  readonly diff: Diff;
};

/** The same with the names of customers instead of their ids. */
async function named(tx: AccountsDb, { customer_id: customer, ...diff }: Diff): Promise<Diff> {
  if (customer === undefined) return diff;
  const nameOf = async (id: unknown) => (typeof id === 'string' ? ((await findCustomer(tx, id))?.name ?? id) : '');
  return { ...diff, customer: { before: await nameOf(customer.before), after: await nameOf(customer.after) } };
}

async function applyChange(
  tx: AccountsDb,
  { mail, now }: Omit<Changing, 'accounts'>,
  { user, fields, diff, picture, author, requireFreshLogin }: Applied,
): Promise<void> {
  if (isGrave(diff)) requireFreshLogin();
  if (user.id === author.actorId && fields.disabled === 1)
    throw new AppError('conflict', 'You cannot disable your own account.');
  // A new address has to be verified first: until then its owner cannot sign in.
  const isNewAddress = diff.email !== undefined;
  if (fields.role !== 'admin' || fields.disabled === 1 || isNewAddress) await refuseLastAdministrator(tx, user);
  const at = now();
  const change = { ...fields, updated_at: nextVersion(user, at), updated_by_id: author.actorId };
  const verified = isNewAddress ? { email_verified: 0 as const } : {};
  if (!(await updateUser(tx, { id: user.id, version: user.updated_at }, { ...change, ...verified })))
    throw new AppError('conflict', FASTER);
  if (diff.picture) await replaceAvatar(tx, user.id, picture ?? null, change.updated_at);
  const sessionsEnded = isGrave(diff) ? await endSessionsOf(tx, user.id, at) : 0;
  if (isNewAddress) {
    await voidAccountTokens(tx, user.id, at);
    await sendInvitation(tx, { mail, now }, { ...user, ...fields, email_verified: 0 });
  }
  const detail = {
    id: user.id,
    ...(await named(tx, diff)),
    ...(sessionsEnded > 0 ? { sessions_ended: sessionsEnded } : {}),
  };
  await writeAudit(tx, { ...author, at, action: actionOf(diff), subject: user.email, detail });
}
