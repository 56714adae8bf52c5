import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type Colleague,
  changeColleague,
  inviteColleague,
  inviteColleagueAgain,
  listColleagues,
} from '#contract/colleagues.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Standing } from '#domain/organisation-right.ts';
import {
  isEmpty,
  type Noted,
  type RowVersion,
  type UpdateContext,
  updateWithVersion,
} from '../../administration/optimistic-lock.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ExportColumn } from '../../exports/send-csv.ts';
import { answerTable, TABLE_LIMITS } from '../../exports/send-table.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import type { Caller } from '../../http/caller.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { readSort } from '../../http/read-page.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { refuseLastManager } from '../../people/last-manager.ts';
import { applyChange, type Changing, diffOf, refuseDemoRow } from './change-user.ts';
import { createUser } from './create-user.ts';
import { managedUser } from './managed-user.ts';
import { sendInvitation } from './send-invitation.ts';
import type { UserFields } from './user-fields.ts';
import { countUsers, findCustomer, findUser, findUsers, type UserRow } from './users-queries.ts';

/** Rate limit, because each invitation is a mail to an address that a manager chooses. */
const LIMITS = { rateLimit: { max: 20, timeWindow: MINUTE_MS } } as const;

type ColleaguesDependencies = Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>;

const colleagueOf = (row: UserRow, callerId: string): Colleague => {
  const { id, first_name, last_name, email, standing, status, last_seen_at, demo, version } = managedUser(row);
  return { id, first_name, last_name, email, standing, status, last_seen_at, demo, version, own: id === callerId };
};

const COLLEAGUE_COLUMNS: readonly ExportColumn<Colleague>[] = [
  { name: 'first_name', value: (row) => row.first_name },
  { name: 'last_name', value: (row) => row.last_name },
  { name: 'email', value: ({ email }) => email },
  { name: 'standing', value: ({ standing }) => standing },
  { name: 'status', value: ({ status }) => status },
  { name: 'last_seen_at', value: (row) => row.last_seen_at },
];

/**
 * Registers the routes with which an organization's managers administer its accounts
 * (docs/business-rules.md#standings-and-tokens).
 */
export function colleagueRoutes({ accounts, config, mail, now }: ColleaguesDependencies) {
  const changing = (request: FastifyRequest): ColleagueChanging => ({
    accounts,
    mail,
    now,
    author: authorOf(request),
    caller: callerOf(request),
  });
  // In a demo, strangers may share an organization.
  const isMasked = (request: FastifyRequest): boolean => config.demo || isVisit(request);
  async function shown(request: FastifyRequest, id: string): Promise<Colleague> {
    const row = await findUser(accounts, id, isMasked(request));
    if (row === undefined) throw new AppError('not-found', 'Colleague not found.');
    return colleagueOf(row, callerOf(request).userId);
  }

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(
      app,
      listColleagues,
      async (request, reply) => {
        const { q = '', sort = 'first_name', cid } = request.query;
        const { id } = await findOrganisation(accounts, callerOf(request), cid);
        const filter = { q, role: undefined, status: undefined, customer_id: id, isVisit: isMasked(request) };
        const find = async (at: { limit: number; offset: number }): Promise<Colleague[]> =>
          (await findUsers(accounts, filter, readSort(sort), at)).map((row) =>
            colleagueOf(row, callerOf(request).userId),
          );
        const total = await countUsers(accounts, filter);
        const table = { name: 'colleagues', columns: COLLEAGUE_COLUMNS, total, find };
        return answerTable({ accounts, now }, request, reply, table);
      },
      TABLE_LIMITS,
    );

    addRoute(
      app,
      inviteColleague,
      async (request) => {
        refuseDemoAccount(request);
        const { id: customer_id, kind } = await findOrganisation(accounts, callerOf(request), request.query.cid);
        const input = { ...request.body, role: kind, customer_id, phone_number: '', disabled: false };
        const user = await createUser(changing(request), { input, picture: null, invite: true });
        return colleagueOf(user, callerOf(request).userId);
      },
      LIMITS,
    );

    addRoute(app, changeColleague, async (request) => {
      refuseDemoAccount(request);
      const { version, ...wanted } = request.body;
      await changeColleagueRow(changing(request), { id: request.params.id, version, ...wanted });
      return shown(request, request.params.id);
    });

    addRoute(
      app,
      inviteColleagueAgain,
      async (request) => {
        refuseDemoAccount(request);
        return { email: await inviteAgain(changing(request), request.params.id) };
      },
      LIMITS,
    );
  };
}

type ColleagueChanging = Changing & { readonly caller: Caller };

/**
 * Finds the organization whose accounts the caller manages: their own, or the organization that an administrator names.
 */
async function findOrganisation(
  accounts: AccountsDb,
  { role, customer }: Caller,
  cid: string | undefined,
): Promise<{ id: string; kind: 'property' | 'advertiser' }> {
  if (role === 'property' || role === 'advertiser') {
    // Returns the same error for another customer's id and for an unknown id (docs/threat-model.md#c1).
    if (customer === null || (cid !== undefined && cid !== customer.id))
      throw new AppError('forbidden', 'Your account belongs to another customer.');
    return { id: customer.id, kind: role };
  }
  if (role !== 'admin') throw new AppError('forbidden', 'Only colleagues and administrators can see these accounts.');
  if (cid === undefined) throw new AppError('invalid', 'Set `cid` to the ID of a customer.');
  const found = await findCustomer(accounts, cid);
  if (found === undefined) throw new AppError('not-found', 'Customer not found.');
  return { id: found.id, kind: found.kind };
}

/** Checks inside the transaction that the caller is a manager of the colleague's organization, or an administrator. */
async function requireColleague(tx: AccountsDb, caller: Caller, stored: UserRow): Promise<void> {
  if (caller.role === 'admin') {
    if (stored.customer_id === null) throw noColleague();
    return;
  }
  const actor = await findUser(tx, caller.userId);
  if (actor === undefined || actor.disabled === 1 || actor.deleted_at !== null || actor.standing !== 'manager')
    throw new AppError('forbidden', 'You’re no longer a manager of this organization.');
  const isTheirs = stored.customer_id === actor.customer_id && stored.role === actor.role;
  if (stored.customer_id === null || !isTheirs || stored.deleted_at !== null) throw noColleague();
}

const noColleague = () => new AppError('not-found', 'Colleague not found.');

/** Throws if a user outside the organization disabled the account. Then only an administrator can enable it. */
async function refuseDisabledByOthers(tx: AccountsDb, caller: Caller, stored: UserRow): Promise<void> {
  if (caller.role === 'admin' || stored.disabled === 0) return;
  const by = stored.updated_by_id === null ? undefined : await findUser(tx, stored.updated_by_id);
  if (by?.customer_id !== stored.customer_id || by?.role !== stored.role)
    throw new AppError('conflict', 'An administrator disabled this account. Ask an administrator to enable it.');
}

/**
 * Changes a colleague's account. Another organization's account gets the same error as one that does not exist,
 * regardless of the given version.
 */
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

/** Changes a colleague's standing and whether the account is enabled. An organization always keeps a manager. */
const changeColleagueRow = (changing: ColleagueChanging, { id, version, ...wanted }: Wanted): Promise<void> =>
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
    // Changes only these fields, so that a profile change that the owner makes simultaneously is kept.
    const { role, standing, disabled } = fields;
    const order = { fields: { role, standing, disabled }, diff, requireFreshLogin: () => undefined, mayLeave: true };
    return isEmpty(diff) ? null : applyChange(turn, changing, order);
  });

/** Sends an unused invitation to a colleague again. Returns the colleague's address. */
async function inviteAgain(changing: ColleagueChanging, id: string): Promise<string> {
  let email = '';
  await changeOneColleague(changing, { id }, async ({ tx, stored }) => {
    if (stored.disabled === 1 || stored.deleted_at !== null || stored.email_verified === 1)
      throw new AppError('conflict', 'This account is already active or is disabled, so it needs no invitation.');
    await sendInvitation(tx, changing, stored);
    email = stored.email;
    return { action: 'user.invite-sent', subject: email, detail: { id }, leavesRow: true };
  });
  return email;
}
