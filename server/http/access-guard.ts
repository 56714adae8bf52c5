import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Allowed, OrganisationRight } from '#contract/endpoint.ts';
import { holdsRight, rightRefusal } from '#domain/organisation-right.ts';
import type { Scope } from '#domain/role.ts';
import { AppError } from './app-error.ts';
import { type Caller, scopeOf } from './caller.ts';

/** Finds out who holds a session token, now; throws `AppError('unauthenticated')` for a token that is not good any more. */
export type FindCaller = (token: string, request: FastifyRequest) => Promise<Caller>;

/** Calls `onEnd` once the caller's session has ended or sees something else; answers the function that stops looking. */
export type FollowSession = (caller: Caller, onEnd: () => void) => () => void;

/** Makes `request.caller` and the guards of `addRoute` work in this app. */
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

/** The hook that lets only those through that the endpoint allows; undefined where the route looks for itself. */
export function guardFor(allowed: Allowed): onRequestAsyncHookHandler | undefined {
  if (['anyone', 'outlet-key', 'print-ticket', 'metrics-token'].includes(allowed)) return undefined;
  return async function guard(request) {
    if (allowed === 'data' && isPrintLink(request)) return;
    const caller = await this.findCaller(bearerToken(request), request);
    request.caller = caller;
    if (caller.token !== null) limitToken(caller.token, request);
    if (caller.viewer !== null && !isReading(request)) throw onlyViewing(caller);
    if (allowed !== 'session' && caller.mustSetUpSecondFactor) throw secondFactorFirst();
    if (allowed === 'admin' && caller.role !== 'admin') {
      throw new AppError('forbidden', 'Only administrators may do this.');
    }
    if (allowed === 'data' && scopeOf(caller) === null) {
      throw new AppError('forbidden', 'This account is not linked to a customer yet. Ask an administrator to link it.');
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

/** Where accounts are looked after, and mails lie whose links open them: for people alone, but for who one is. */
const FOR_PEOPLE = /^\/api\/(auth|account|colleagues|admin\/mail|users\/:id\/tokens)(\/|$)/;

/** No API token passes there; `url` with its `/api`. */
export const isForPeople = (url: string): boolean => FOR_PEOPLE.test(url) && !/^\/api\/auth\/me\/?$/.test(url);

function limitToken({ readsOnly }: NonNullable<Caller['token']>, { method, routeOptions }: FastifyRequest): void {
  if (isForPeople(routeOptions.url ?? ''))
    throw new AppError('forbidden', 'An API token cannot do this. Sign in to look after accounts.');
  if (readsOnly && method !== 'GET' && method !== 'HEAD')
    throw new AppError('forbidden', 'This API token only reads: it passes GET alone.');
}

/** Ending the session is the one thing that an administrator who views as somebody else may do. */
const isReading = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || routeOptions.url?.replace(/\/$/, '').endsWith('/auth/logout') === true;

const onlyViewing = ({ email }: Caller) =>
  new AppError('forbidden', `You are viewing as ${email}: nothing can be changed.`, undefined, 'viewing');

const secondFactorFirst = () =>
  new AppError(
    'forbidden',
    'Administrators of this installation need a second factor. Set it up under Password and sign-in first.',
    undefined,
    'second_factor',
  );

/** A browser opens the PDF link as a plain address: its single-use ticket is the credential, and the printer checks it. */
const isPrintLink = ({ query, routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.replace(/\/$/, '').endsWith('/list') === true && (query as { format?: unknown }).format === 'print';

export function bearerToken({ headers }: FastifyRequest): string {
  const [, token] = /^Bearer ([A-Za-z0-9._~-]{1,2048})$/.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) throw new AppError('unauthenticated', 'Sign in first.');
  return token;
}

/** The caller of a route whose guard looked for one. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new AppError('unauthenticated', 'Sign in first.');
  return request.caller;
}

/** The scope of the caller of a `data` route, or of one for a right in an organisation. */
export function scopeOfRequest(request: FastifyRequest): Scope {
  const scope = scopeOf(callerOf(request));
  if (scope === null) throw new AppError('forbidden', 'This account is not linked to a customer yet.');
  return scope;
}
