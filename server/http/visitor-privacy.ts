import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HIDDEN_ADDRESS, hasAddress, withoutAddresses } from '#domain/nobodys-address.ts';
import type { Caller } from './caller.ts';

/** Whether the reader may be anybody: the demo's password is public, and its administrator can make others. */
export type IsVisitor = (caller: Caller) => Promise<boolean>;

const visits = new WeakSet<FastifyRequest>();

/** Whether the answer must not tell whose accounts there are. */
export const isVisit = (request: FastifyRequest): boolean => visits.has(request);

/**
 * Visitors of a public demo do not learn each other's addresses and names, whatever route tells them: one projection over
 * all answers. What can be searched and sorted is hidden before that, in the query (`shown-rows-queries.ts`): totals and
 * orders would tell it letter by letter.
 */
export function hideVisitorsFromEachOther(api: FastifyInstance, isVisitor: IsVisitor): void {
  api.addHook('preHandler', async (request) => {
    if (request.caller && (await isVisitor(request.caller))) visits.add(request);
  });
  api.addHook('preSerialization', async (request, _reply, payload: unknown) =>
    isVisit(request) && !isOwnRoute(request) ? projected(payload) : payload,
  );
}

/** What is of the caller's own account is no secret to the caller. */
const isOwnRoute = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => /^\/api\/(auth|account)\//.test(url);

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** What tells whose row it is. */
const OWNERS = ['email', 'account', 'actor', 'subject'] as const;
/** What somebody typed about themselves, by the names of an account, a message and an audit line. */
const PERSONAL = ['first_name', 'last_name', 'phone_number', 'name', 'message', 'avatar', 'changes', 'facts'] as const;

const isPrivate = (value: unknown): boolean =>
  isFields(value) && OWNERS.some((name) => typeof value[name] === 'string' && hasAddress(value[name]));

/** The answer without what belongs to other visitors. */
export function projected(value: unknown): unknown {
  if (typeof value === 'string') return withoutAddresses(value);
  if (Array.isArray(value)) return value.map(projected);
  if (!isFields(value)) return value;
  const shown = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, projected(part)]));
  if (isPrivate(value)) for (const name of PERSONAL) if (name in shown) shown[name] = blank(shown[name]);
  return shown;
}

const blank = (value: unknown): unknown => (Array.isArray(value) ? [] : HIDDEN_ADDRESS);
