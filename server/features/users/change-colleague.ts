import type { Standing } from '#domain/organisation-right.ts';
import {
  isEmpty,
  type Noted,
  type RowVersion,
  type UpdateContext,
  updateWithVersion,
} from '../../administration/optimistic-lock.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { refuseLastManager } from '../../people/last-manager.ts';
import { applyChange, type Changing, diffOf, refuseDemoRow } from './change-user.ts';
import { sendInvitation } from './send-invitation.ts';
import type { UserFields } from './user-fields.ts';
import { findCustomer, findUser, type UserRow } from './users-queries.ts';

export type ColleagueChanging = Changing & { readonly caller: Caller };

/** The organization whose accounts the caller manages: their own, or the one that an administrator names. */
export async function findOrganisation(
  accounts: AccountsDb,
  { role, customer }: Caller,
  cid: string | undefined,
): Promise<{ id: string; kind: 'property' | 'advertiser' }> {
  if (role === 'property' || role === 'advertiser') {
    // The same response for another customer's id and for an unknown id (docs/threat-model.md#c1).
    if (customer === null || (cid !== undefined && cid !== customer.id))
      throw new AppError('forbidden', 'Your account belongs to another customer.');
    return { id: customer.id, kind: role };
  }
  if (role !== 'admin') throw new AppError('forbidden', 'Only colleagues and administrators may see these accounts.');
  if (cid === undefined) throw new AppError('invalid', 'Say whose accounts: `cid` is the id of a customer.');
  const found = await findCustomer(accounts, cid);
  if (found === undefined) throw new AppError('not-found', 'There is no such customer.');
  return { id: found.id, kind: found.kind };
}

/** Inside the transaction, the caller has to be a manager of the colleague's organization, or an administrator. */
async function requireColleague(tx: AccountsDb, caller: Caller, stored: UserRow): Promise<void> {
  if (caller.role === 'admin') {
    if (stored.customer_id === null) throw noColleague();
    return;
  }
  const actor = await findUser(tx, caller.userId);
  if (actor === undefined || actor.disabled === 1 || actor.deleted_at !== null || actor.standing !== 'manager')
    throw new AppError('forbidden', 'Your account no longer manages this organisation.');
  const isTheirs = stored.customer_id === actor.customer_id && stored.role === actor.role;
  if (stored.customer_id === null || !isTheirs || stored.deleted_at !== null) throw noColleague();
}

const noColleague = () => new AppError('not-found', 'There is no such colleague.');

/** Only an administrator can enable an account that a user outside the organization disabled. */
async function refuseDisabledByOthers(tx: AccountsDb, caller: Caller, stored: UserRow): Promise<void> {
  if (caller.role === 'admin' || stored.disabled === 0) return;
  const by = stored.updated_by_id === null ? undefined : await findUser(tx, stored.updated_by_id);
  if (by?.customer_id !== stored.customer_id || by?.role !== stored.role)
    throw new AppError('conflict', 'An administrator has disabled this account. Ask one to enable it.');
}

/** Another organization's account looks as if it did not exist, for any version given. */
const changeOneColleague = (
  changing: ColleagueChanging,
  claim: RowVersion,
  change: (turn: UpdateContext<UserRow>) => Promise<Noted | null>,
): Promise<void> => {
  const read = async (tx: AccountsDb, id: string): Promise<UserRow> => {
    const stored = await findUser(tx, id);
    if (stored === undefined) throw noColleague();
    await requireColleague(tx, changing.caller, stored);
    refuseDemoRow(stored);
    return stored;
  };
  return updateWithVersion(changing, { table: 'users', claim, read }, change);
};

type Wanted = {
  readonly id: string;
  readonly version: number;
  readonly standing?: Standing;
  readonly disabled?: boolean;
};

/** Changes the standing and the use of a colleague's account. An organization always keeps a manager. */
export const changeColleagueRow = (changing: ColleagueChanging, { id, version, ...wanted }: Wanted): Promise<void> =>
  changeOneColleague(changing, { id, version }, async (turn) => {
    const { tx, stored } = turn;
    const { caller } = changing;
    await refuseDisabledByOthers(tx, caller, stored);
    const fields: UserFields = {
      ...stored,
      standing: wanted.standing ?? stored.standing,
      disabled: wanted.disabled === undefined ? stored.disabled : wanted.disabled ? 1 : 0,
    };
    const isLess = fields.disabled === 1 || fields.standing === 'viewer';
    if (caller.role !== 'admin' && isLess && stored.standing === 'manager' && stored.disabled === 0)
      await refuseLastManager(tx, stored);
    const diff = diffOf(stored, fields);
    // Only these fields: a profile that its owner stores at the same moment stays.
    const { role, standing, disabled } = fields;
    const order = { fields: { role, standing, disabled }, diff, requireFreshLogin: () => undefined, mayLeave: true };
    return isEmpty(diff) ? null : applyChange(turn, changing, order);
  });

/** Sends an unused invitation to a colleague once more. Returns its address. */
export async function inviteAgain(changing: ColleagueChanging, id: string): Promise<string> {
  let email = '';
  await changeOneColleague(changing, { id }, async ({ tx, stored }) => {
    if (stored.disabled === 1 || stored.deleted_at !== null || stored.email_verified === 1)
      throw new AppError('conflict', 'This account needs no invitation: it is in use, or disabled.');
    await sendInvitation(tx, changing, stored);
    email = stored.email;
    return { action: 'user.invite-sent', subject: email, detail: { id }, leavesRow: true };
  });
  return email;
}
