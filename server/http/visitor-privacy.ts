import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HIDDEN_ADDRESS, hasAddress, withoutAddresses } from '#domain/nobodys-address.ts';
import type { Caller } from './caller.ts';

/**
 * Returns whether the caller may be anyone. The demo's password is public, and its administrator can create other
 * accounts.
 */
export type IsVisitor = (caller: Caller) => Promise<boolean>;

const visits = new WeakSet<FastifyRequest>();

/** Returns whether the response must hide who owns accounts. */
export const isVisit = (request: FastifyRequest): boolean => visits.has(request);

/**
 * Hides visitors' addresses and names from other visitors of a public demo. One projection covers the responses of all
 * routes. Search and sort are restricted earlier, in the query (`shown-rows-queries.ts`). Otherwise, totals and sort
 * orders would reveal addresses letter by letter.
 */
export function hideVisitorsFromEachOther(api: FastifyInstance, isVisitor: IsVisitor): void {
  api.addHook('preHandler', async (request) => {
    if (request.caller && (await isVisitor(request.caller))) visits.add(request);
  });
  api.addHook('preSerialization', async (request, _reply, payload: unknown) =>
    isVisit(request) && !isOwnRoute(request) ? projected(payload) : payload,
  );
}

/** Returns whether the route concerns the caller's own account, whose data need not be hidden. */
const isOwnRoute = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => /^\/api\/(auth|account)\//.test(url);

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Fields that identify a row's owner. */
const OWNERS = ['email', 'account', 'actor', 'subject'] as const;
/** Fields that people filled in about themselves, as named in accounts, messages and audit entries. */
const PERSONAL = ['first_name', 'last_name', 'phone_number', 'name', 'message', 'avatar', 'changes', 'facts'] as const;

const isPrivate = (value: unknown): boolean =>
  isFields(value) && OWNERS.some((name) => typeof value[name] === 'string' && hasAddress(value[name]));

/** Returns the response without other visitors' data. */
export function projected(value: unknown): unknown {
  if (typeof value === 'string') return withoutAddresses(value);
  if (Array.isArray(value)) return value.map(projected);
  if (!isFields(value)) return value;
  const shown = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, projected(part)]));
  if (isPrivate(value)) for (const name of PERSONAL) if (name in shown) shown[name] = blank(shown[name]);
  return shown;
}

const blank = (value: unknown): unknown => (Array.isArray(value) ? [] : HIDDEN_ADDRESS);
