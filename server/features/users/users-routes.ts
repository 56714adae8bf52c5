import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import {
  createUser as createUserEndpoint,
  deleteUser as deleteUserEndpoint,
  endUserSessions,
  exportUsers,
  getUser,
  importUsers,
  inviteUser,
  listLinkableCustomers,
  listUsers,
  restoreUser as restoreUserEndpoint,
  updateUser,
  viewAsUser as viewAsUserEndpoint,
} from '#contract/users.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { hasAddress } from '#domain/nobodys-address.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exportColumns } from '../../exports/export-columns.ts';
import { sendCsv } from '../../exports/send-csv.ts';
import { shownColumns } from '../../exports/send-table.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import type { Caller } from '../../http/caller.ts';
import { requireFreshLogin } from '../../http/fresh-login.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { createSessionTokens } from '../../http/session-token.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { addImportRoute } from '../../imports/import-route.ts';
import { makeAvatar, PICTURE_BODY_LIMIT } from '../../people/make-avatar.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { type Changing, changeUser, changeUserRow } from './change-user.ts';
import { createUser } from './create-user.ts';
import { managedUser } from './managed-user.ts';
import { deleteUser, restoreUser } from './remove-user.ts';
import { sendInvitation } from './send-invitation.ts';
import {
  countUsers,
  findCustomers,
  findUser,
  findUsers,
  insertViewSession,
  type UserFilter,
  type UserOrder,
  type UserRow,
} from './users-queries.ts';

/** How long an administrator may view as a user before having to ask again. */
const VIEW_MS = 30 * MINUTE_MS;

type Looking = {
  readonly caller: Caller;
  /** Demo visitors cannot view as a person whose name is hidden from them. */
  readonly isVisit: boolean;
  readonly userId: string;
  readonly ip: string;
  readonly userAgent: string;
};

/**
 * Creates a session that sees what the user sees. The guard refuses every write in this session, which ends with the
 * administrator's own session. Viewing as another administrator is not allowed.
 */
async function viewAsUser(
  { accounts, config, now }: Pick<Dependencies, 'accounts' | 'config' | 'now'>,
  { caller, isVisit, userId, ip, userAgent }: Looking,
): Promise<string> {
  const tokens = createSessionTokens(config);
  return accounts.transaction().execute(async (tx) => {
    const user = await findUser(tx, userId);
    if (user === undefined || user.deleted_at !== null) throw new AppError('not-found', 'Account not found.');
    if (user.role === 'admin')
      throw new AppError('conflict', 'Administrators see the same as you, so you can’t view as one.');
    if (isVisit && hasAddress(user.email))
      throw new AppError('forbidden', 'This account belongs to another demo visitor.', undefined, 'demo_account');
    if (user.disabled === 1) throw new AppError('conflict', 'This account is disabled, so you can’t view as it.');
    const at = now();
    const session = { id: newId(), userId: user.id, createdAt: at, expiresAt: at + VIEW_MS };
    await insertViewSession(tx, {
      id: session.id,
      user_id: user.id,
      created_at: at,
      last_used_at: at,
      expires_at: session.expiresAt,
      ended_at: null,
      ip,
      user_agent: userAgent.slice(0, 300),
      confirmed_at: 0,
      method: 'view',
      viewer_session_id: caller.sessionId,
    });
    const by = { actorId: caller.userId, actor: caller.email, ip };
    const detail = { id: user.id, role: user.role, minutes: VIEW_MS / MINUTE_MS };
    await writeAudit(tx, { ...by, at, action: 'user.view-started', subject: user.email, detail });
    return tokens.sign(session);
  });
}

const PICTURE_LIMITS = { bodyLimit: PICTURE_BODY_LIMIT } as const;

type UsersDependencies = Pick<Dependencies, 'accounts' | 'config' | 'imports' | 'mail' | 'now'>;

/** Registers the routes that administer accounts (docs/threat-model.md#administration-of-accounts). */
export function userRoutes(dependencies: UsersDependencies) {
  return async (app: FastifyInstance): Promise<void> => {
    addReadingRoutes(app, dependencies);
    addChangingRoutes(app, dependencies);
    addSessionRoutes(app, dependencies);
    addImportRoute(app, importUsers, 'users', dependencies.imports);
  };
}

type Asked = { q?: string; role?: Filter['role']; status?: Filter['status']; customer_id?: string };
type Filter = Parameters<typeof countUsers>[1];
const filterOf = ({ q = '', role, status, customer_id }: Asked, request: FastifyRequest): Filter => ({
  q,
  role,
  status,
  customer_id,
  isVisit: isVisit(request),
});

/** Returns the part of the filter that the audit log records. */
const filterSaid = ({ isVisit: _, ...filter }: Filter) => filter;

function addReadingRoutes(app: FastifyInstance, { accounts, now }: UsersDependencies): void {
  addRoute(app, listUsers, async (request) => {
    const { query } = request;
    const { page, limit, offset } = readPage(query);
    const filter = filterOf(query, request);
    const rows = await findUsers(accounts, filter, readSort(query.sort ?? 'first_name'), { limit, offset });
    return { data: rows.map(managedUser), total: await countUsers(accounts, filter), page, limit };
  });

  addRoute(
    app,
    exportUsers,
    async (request, reply) => {
      const columns = shownColumns(COLUMNS, request.query.hide);
      const order = readSort(request.query.sort ?? 'first_name');
      const filter = filterOf(request.query, request);
      const rows = await countUsers(accounts, filter);
      const entry = { at: now(), action: 'users.exported', subject: 'users', detail: { ...filterSaid(filter), rows } };
      await writeAudit(accounts, { ...authorOf(request), ...entry });
      return sendCsv(reply, 'voltboard-users.csv', columns, allUsers(accounts, filter, order));
    },
    { isExport: true },
  );

  addRoute(app, listLinkableCustomers, async ({ query: { q = '', kind, customer_id } }) => ({
    data: await findCustomers(accounts, { q, kind, customer_id }),
  }));

  addRoute(app, getUser, async (request) => {
    return shownUser(accounts, request.params.id, isVisit(request));
  });
}

async function shownUser(accounts: UsersDependencies['accounts'], id: string, isVisit = false) {
  const user = await findUser(accounts, id, isVisit);
  if (user === undefined) throw new AppError('not-found', 'Account not found.');
  return managedUser(user);
}

function addChangingRoutes(app: FastifyInstance, { accounts, mail, now }: UsersDependencies): void {
  const changing = (request: FastifyRequest): Changing => ({ accounts, mail, now, author: authorOf(request) });
  const shown = (id: string) => shownUser(accounts, id);

  addRoute(
    app,
    createUserEndpoint,
    async (request) => {
      const { invite, image = null, ...input } = request.body;
      const picture = image === null ? null : await makeAvatar(image);
      return managedUser(await createUser(changing(request), { input, picture, invite }));
    },
    PICTURE_LIMITS,
  );

  addRoute(
    app,
    updateUser,
    async (request) => {
      const { version, image, ...input } = request.body;
      const { id } = request.params;
      const picture = typeof image === 'string' ? await makeAvatar(image) : image;
      const order = { id, version, input, picture };
      await changeUser(changing(request), { ...order, requireFreshLogin: () => requireFreshLogin(request) });
      return shown(id);
    },
    PICTURE_LIMITS,
  );

  addRoute(app, deleteUserEndpoint, async (request) => {
    const { id } = request.params;
    await deleteUser(changing(request), { id, version: Number(request.query.version) });
    return shown(id);
  });

  addRoute(app, restoreUserEndpoint, async (request) => {
    await restoreUser(changing(request), request.params);
    return shown(request.params.id);
  });
}

function addSessionRoutes(app: FastifyInstance, { accounts, config, mail, now }: UsersDependencies): void {
  const context = (request: FastifyRequest) => ({ accounts, now, author: authorOf(request) });

  addRoute(app, inviteUser, async (request) => {
    await changeUserRow(context(request), request.params, async ({ tx, stored: user }) => {
      if (user.deleted_at !== null || user.disabled === 1)
        throw new AppError('conflict', 'This account is disabled or deleted, so a link would not work.');
      const purpose = await sendInvitation(tx, { mail, now }, user);
      return { action: `user.${purpose}-sent`, subject: user.email, detail: { id: user.id }, leavesRow: true };
    });
    const { email } = await shownUser(accounts, request.params.id);
    return { email };
  });

  addRoute(app, endUserSessions, async (request) => {
    let ended = 0;
    await changeUserRow(context(request), request.params, async ({ tx, stored: { id, email }, nowMs }) => {
      ended = await endSessionsOf(tx, id, nowMs, callerOf(request).sessionId);
      const detail = { id, sessions_ended: ended };
      return { action: 'user.sessions-ended', subject: email, detail, leavesRow: true };
    });
    return { ended };
  });

  addRoute(app, viewAsUserEndpoint, async (request) => {
    const client = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    const looking = { caller: callerOf(request), isVisit: isVisit(request), userId: request.params.id, ...client };
    return { data: await viewAsUser({ accounts, config, now }, looking) };
  });
}

const AT_ONCE = 500;

/** The columns that an import reads, and further columns that only the export has. */
const COLUMNS = exportColumns<'users', UserRow>('users', {
  email: ({ email }) => email,
  first_name: (user) => user.first_name,
  last_name: (user) => user.last_name,
  phone: (user) => user.phone_number,
  role: ({ role }) => role,
  standing: ({ customer_id, standing }) => (customer_id === null ? '' : standing),
  customer: (user) => user.customer_name ?? '',
  disabled: ({ disabled }) => (disabled === 1 ? 'yes' : 'no'),
  status: (user) => managedUser(user).status,
  email_verified: (user) => (user.email_verified === 1 ? 'yes' : 'no'),
  last_seen_at: (user) => managedUser(user).last_seen_at,
  created_at: (user) => managedUser(user).created_at,
});

/** Sends all matching accounts as a file. */
async function* allUsers(accounts: AccountsDb, filter: UserFilter, order: UserOrder): AsyncGenerator<UserRow> {
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = await findUsers(accounts, filter, order, { limit: AT_ONCE, offset });
    yield* rows;
    if (rows.length < AT_ONCE) return;
  }
}
