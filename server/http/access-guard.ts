import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Allowed, Endpoint, OrganisationRight } from '#contract/endpoint.ts';
import { holdsRight, rightRefusal } from '#domain/organisation-right.ts';
import type { Scope } from '#domain/role.ts';
import { AppError } from './app-error.ts';
import { type Caller, scopeOf } from './caller.ts';

/**
 * Returns the caller to whom a session token currently belongs. Throws `AppError('unauthenticated')` if the token is no
 * longer valid.
 */
export type FindCaller = (token: string, request: FastifyRequest) => Promise<Caller>;

/**
 * Calls `onEnd` once the caller's session has ended or its permissions have changed. Returns a function that stops
 * watching.
 */
export type FollowSession = (caller: Caller, onEnd: () => void) => () => void;

/** Enables `request.caller` and the guards of `addRoute` in this app. */
export function addAccessGuard(
  app: FastifyInstance,
  findCaller: FindCaller,
  followSession: FollowSession = () => () => undefined,
): void {
  app.decorate('findCaller', findCaller);
  app.decorate('followSession', followSession);
  app.decorateRequest('caller', null);
}

declare module 'fastify' {
  interface FastifyInstance {
    findCaller: FindCaller;
    followSession: FollowSession;
  }
}

/**
 * Returns a hook that admits only callers that the endpoint allows. Undefined if the route checks its callers itself.
 */
export function guardFor({
  allowed,
  tokenScope,
}: Pick<Endpoint, 'allowed' | 'tokenScope'>): onRequestAsyncHookHandler | undefined {
  if (['anyone', 'outlet-key', 'print-ticket', 'metrics-token'].includes(allowed)) return undefined;
  return async function guard(request) {
    if (allowed === 'data' && isPrintLink(request)) return;
    const caller = await this.findCaller(bearerToken(request), request);
    request.caller = caller;
    if (caller.token !== null) requireScope(caller.token, tokenScope);
    if (caller.viewer !== null && !isReading(request)) throw onlyViewing(caller);
    if (allowed !== 'session' && caller.mustSetUpSecondFactor) throw secondFactorFirst();
    if (allowed === 'admin' && caller.role !== 'admin') {
      throw new AppError('forbidden', 'Only administrators can do this.');
    }
    if (allowed === 'data' && scopeOf(caller) === null) {
      throw new AppError('forbidden', 'Your account isn’t linked to a customer yet. Ask an administrator to link it.');
    }
    if (isOrganisationRight(allowed)) requireRight(allowed, caller);
  };
}

const isOrganisationRight = (allowed: Allowed): allowed is OrganisationRight =>
  !['session', 'data', 'admin'].includes(allowed);

function requireRight(right: OrganisationRight, { role, standing, customer }: Caller): void {
  const holder = { role, standing, isLinked: customer !== null };
  if (!holdsRight(right, holder)) throw new AppError('forbidden', rightRefusal(right, holder));
}

function requireScope({ scopes }: NonNullable<Caller['token']>, tokenScope: Endpoint['tokenScope']): void {
  if (tokenScope === 'any') return;
  if (tokenScope === 'none') throw new AppError('forbidden', 'API tokens can’t do this. Sign in to do it.');
  if (!scopes.includes(tokenScope))
    throw new AppError(
      'forbidden',
      `This API token doesn’t have the scope ${tokenScope}. Create a token with this scope under API tokens.`,
    );
}

/**
 * Returns whether the request only reads, or ends the session. An administrator viewing as another user may do nothing
 * else.
 */
const isReading = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || routeOptions.url?.replace(/\/$/, '').endsWith('/auth/logout') === true;

const onlyViewing = ({ email }: Caller) =>
  new AppError('forbidden', `You’re viewing as ${email}, so you can’t change anything.`, undefined, 'viewing');

/**
 * Returns the caller. Throws for an administrator viewing as the user, even when only reading. For personal data, as
 * opposed to figures.
 */
export function refuseViewer(request: FastifyRequest): Caller {
  const caller = callerOf(request);
  const { email, viewer } = caller;
  if (viewer === null) return caller;
  const message = `You’re viewing as ${email}. Only the account’s owner can see this.`;
  throw new AppError('forbidden', message, undefined, 'viewing');
}

const secondFactorFirst = () =>
  new AppError(
    'forbidden',
    'Administrators must have a second factor. Set it up under Password and sign-in first.',
    undefined,
    'second_factor',
  );

/**
 * Returns whether the request is a PDF link, which a browser opens as a plain URL. The credential is its single-use
 * ticket, which the printer checks. A program that calls the URL without a ticket sends a bearer token instead.
 */
function isPrintLink({ headers, query, routeOptions }: FastifyRequest): boolean {
  const { format, t } = query as { format?: unknown; t?: unknown };
  if (routeOptions.url?.replace(/\/$/, '').endsWith('/list') !== true || format !== 'print') return false;
  return t !== undefined || headers.authorization === undefined;
}

export function bearerToken({ headers }: FastifyRequest): string {
  const [, token] = /^Bearer ([A-Za-z0-9._~-]{1,2048})$/.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) throw new AppError('unauthenticated', 'Sign in to continue.');
  return token;
}

/** Returns the caller. For routes whose guard has identified a caller. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new AppError('unauthenticated', 'Sign in to continue.');
  return request.caller;
}

/**
 * Returns the caller's scope. For `data` routes and routes that require a right in an organization. Throws if the
 * account has no customer.
 */
export function scopeOfRequest(request: FastifyRequest): Scope {
  const scope = scopeOf(callerOf(request));
  if (scope === null)
    throw new AppError('forbidden', 'Your account isn’t linked to a customer yet. Ask an administrator to link it.');
  return scope;
}
