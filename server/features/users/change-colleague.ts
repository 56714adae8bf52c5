import type { Standing } from '#domain/organisation-right.ts';
import { type ChangeTurn, type Claim, changeStored, isEmpty, type Noted } from '../../administration/change-stored.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { refuseLastManager } from '../../people/last-manager.ts';
import { applyChange, type Changing, diffOf, refuseDemoRow } from './change-user.ts';
import { sendInvitation } from './send-invitation.ts';
import type { UserFields } from './user-fields.ts';
import { findCustomer, findUser, type UserRow } from './users-queries.ts';

export type ColleagueChanging = Changing & { readonly caller: Caller };

/** Whose accounts the caller means: the own organisation's, or for administrators the one that they name. */
export async function findOrganisation(
  accounts: AccountsDb,
  { role, customer }: Caller,
  cid: string | undefined,
): Promise<{ id: string; kind: 'property' | 'advertiser' }> {
  if (role === 'property' || role === 'advertiser') {
    // One answer for another customer and for none (docs/threat-model.md#c1).
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

/** Whoever acts is still a manager of the colleague's organisation, or an administrator, when the turn has come. */
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

/** What only an administrator undoes: an account that somebody from outside the organisation disabled. */
async function refuseDisabledByOthers(tx: AccountsDb, caller: Caller, stored: UserRow): Promise<void> {
  if (caller.role === 'admin' || stored.disabled === 0) return;
  const by = stored.updated_by_id === null ? undefined : await findUser(tx, stored.updated_by_id);
  if (by?.customer_id !== stored.customer_id || by?.role !== stored.role)
    throw new AppError('conflict', 'An administrator has disabled this account. Ask one to enable it.');
}

/** Somebody else's account is as if it were not there, whatever state of it is named. */
const changeOneColleague = (
  changing: ColleagueChanging,
  claim: Claim,
  change: (turn: ChangeTurn<UserRow>) => Promise<Noted | null>,
): Promise<void> => {
  const read = async (tx: AccountsDb, id: string): Promise<UserRow> => {
    const stored = await findUser(tx, id);
    if (stored === undefined) throw noColleague();
    await requireColleague(tx, changing.caller, stored);
    refuseDemoRow(stored);
    return stored;
  };
  return changeStored(changing, { table: 'users', claim, read }, change);
};

type Wanted = {
  readonly id: string;
  readonly version: number;
  readonly standing?: Standing;
  readonly disabled?: boolean;
};

/** Standing and use of one colleague's account; an organisation keeps a manager whatever its managers do. */
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
    // Only these: a profile that its owner stores at the same moment stays.
    const { role, standing, disabled } = fields;
    const order = { fields: { role, standing, disabled }, diff, requireFreshLogin: () => undefined, mayLeave: true };
    return isEmpty(diff) ? null : applyChange(turn, changing, order);
  });

/** Sends the invitation of a colleague who has not used it yet once more; answers where to. */
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
