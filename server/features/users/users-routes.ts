import type { FastifyInstance, FastifyRequest } from 'fastify';
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
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { requireFreshLogin } from '../../http/fresh-login.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { addImportRoute } from '../../imports/import-route.ts';
import { makeAvatar, PICTURE_BODY_LIMIT } from '../../people/make-avatar.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { changeUser, readForChange } from './change-user.ts';
import { createUser } from './create-user.ts';
import { sendUsers } from './export-users.ts';
import { managedUser } from './managed-user.ts';
import { deleteUser, restoreUser } from './remove-user.ts';
import { sendInvitation } from './send-invitation.ts';
import { countUsers, findCustomers, findUser, findUsers } from './users-queries.ts';
import { viewAsUser } from './view-as-user.ts';

const PICTURE_LIMITS = { bodyLimit: PICTURE_BODY_LIMIT } as const;

type UsersDependencies = Pick<Dependencies, 'accounts' | 'config' | 'imports' | 'mail' | 'now'>;

/** Accounts, as administrators manage them (docs/threat-model.md#administration-of-accounts). */
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
  ...{ q, role, status, customer_id },
  isVisit: isVisit(request),
});

/** What the audit log keeps of it. */
const filterSaid = ({ isVisit: _, ...filter }: Filter) => filter;

function addReadingRoutes(app: FastifyInstance, { accounts, now }: UsersDependencies): void {
  addRoute(app, listUsers, async (request) => {
    const { query } = request;
    const { page, limit, offset } = readPage(query);
    const filter = filterOf(query, request);
    const rows = await findUsers(accounts, filter, readSort(query.sort ?? 'first_name'), { limit, offset });
    return { data: rows.map(managedUser), total: await countUsers(accounts, filter), page, limit };
  });

  addRoute(app, exportUsers, async (request, reply) => {
    const filter = filterOf(request.query, request);
    const rows = await countUsers(accounts, filter);
    const entry = { at: now(), action: 'users.exported', subject: 'users', detail: { ...filterSaid(filter), rows } };
    await writeAudit(accounts, { ...authorOf(request), ...entry });
    return sendUsers(reply, accounts, filter, readSort(request.query.sort ?? 'first_name'));
  });

  addRoute(app, listLinkableCustomers, async ({ query: { q = '', kind, customer_id } }) => ({
    data: await findCustomers(accounts, { q, kind, customer_id }),
  }));

  addRoute(app, getUser, async (request) => {
    const user = await findUser(accounts, request.params.id, isVisit(request));
    if (user === undefined) throw new AppError('not-found', 'There is no such account.');
    return managedUser(user);
  });
}

function addChangingRoutes(app: FastifyInstance, dependencies: UsersDependencies): void {
  addRoute(
    app,
    createUserEndpoint,
    async (request) => {
      requireFreshLogin(request);
      const { invite, image = null, ...input } = request.body;
      const picture = image === null ? null : await makeAvatar(image);
      return managedUser(await createUser(dependencies, { input, picture, invite, author: authorOf(request) }));
    },
    PICTURE_LIMITS,
  );

  addRoute(
    app,
    updateUser,
    async (request) => {
      const { updated_at, image, ...input } = request.body;
      const order = { id: request.params.id, version: instantOf(updated_at), input, author: authorOf(request) };
      const picture = typeof image === 'string' ? await makeAvatar(image) : image;
      const mustBeFresh = () => requireFreshLogin(request);
      return managedUser(await changeUser(dependencies, { ...order, picture, requireFreshLogin: mustBeFresh }));
    },
    PICTURE_LIMITS,
  );

  addRoute(app, deleteUserEndpoint, async (request) => {
    requireFreshLogin(request);
    const version = instantOf(request.query.updated_at);
    return managedUser(await deleteUser(dependencies, { id: request.params.id, version, author: authorOf(request) }));
  });

  addRoute(app, restoreUserEndpoint, async (request) => {
    requireFreshLogin(request);
    return managedUser(await restoreUser(dependencies, { id: request.params.id, author: authorOf(request) }));
  });
}

function instantOf(text: string): number {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw new AppError('invalid', `'${text}' is no instant.`);
  return instant;
}

function addSessionRoutes(app: FastifyInstance, { accounts, config, mail, now }: UsersDependencies): void {
  addRoute(app, inviteUser, async (request) => {
    requireFreshLogin(request);
    return accounts.transaction().execute(async (tx) => {
      const user = await readForChange(tx, request.params.id);
      if (user.deleted_at !== null || user.disabled === 1)
        throw new AppError('conflict', 'This account is disabled or deleted: a link would lead nowhere.');
      const purpose = await sendInvitation(tx, { mail, now }, user);
      const entry = { at: now(), action: `user.${purpose}-sent`, subject: user.email, detail: { id: user.id } };
      await writeAudit(tx, { ...authorOf(request), ...entry });
      return { email: user.email };
    });
  });

  addRoute(app, endUserSessions, async (request) => {
    requireFreshLogin(request);
    return accounts.transaction().execute(async (tx) => {
      const user = await readForChange(tx, request.params.id);
      const ended = await endSessionsOf(tx, user.id, now(), callerOf(request).sessionId);
      const detail = { id: user.id, sessions_ended: ended };
      await writeAudit(tx, {
        ...authorOf(request),
        at: now(),
        action: 'user.sessions-ended',
        subject: user.email,
        detail,
      });
      return { ended };
    });
  });

  addRoute(app, viewAsUserEndpoint, async (request) => {
    requireFreshLogin(request);
    const client = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    const looking = { caller: callerOf(request), isVisit: isVisit(request), userId: request.params.id, ...client };
    return { data: await viewAsUser({ accounts, config, now }, looking) };
  });
}
