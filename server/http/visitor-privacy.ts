import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HIDDEN_ADDRESS, hasAddress, withoutAddresses } from '#domain/nobodys-address.ts';
import type { Caller } from './caller.ts';

/** Whether the reader may be anyone. The demo's password is public, and its administrator can make other accounts. */
export type IsVisitor = (caller: Caller) => Promise<boolean>;

const visits = new WeakSet<FastifyRequest>();

/** Whether the answer must hide who owns the accounts. */
export const isVisit = (request: FastifyRequest): boolean => visits.has(request);

/**
 * Hides visitors' addresses and names from other visitors of a public demo. One projection covers the answers of all
 * routes. Search and sort are restricted before that, in the query (`shown-rows-queries.ts`). Totals and orders would
 * otherwise reveal them letter by letter.
 */
export function hideVisitorsFromEachOther(api: FastifyInstance, isVisitor: IsVisitor): void {
  api.addHook('preHandler', async (request) => {
    if (request.caller && (await isVisitor(request.caller))) visits.add(request);
  });
  api.addHook('preSerialization', async (request, _reply, payload: unknown) =>
    isVisit(request) && !isOwnRoute(request) ? projected(payload) : payload,
  );
}

/** The caller's own account is no secret to the caller. */
const isOwnRoute = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => /^\/api\/(auth|account)\//.test(url);

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Fields that identify the owner of a row. */
const OWNERS = ['email', 'account', 'actor', 'subject'] as const;
/** Fields that people typed about themselves, by their names in an account, a message and an audit line. */
const PERSONAL = ['first_name', 'last_name', 'phone_number', 'name', 'message', 'avatar', 'changes', 'facts'] as const;

const isPrivate = (value: unknown): boolean =>
  isFields(value) && OWNERS.some((name) => typeof value[name] === 'string' && hasAddress(value[name]));

/** The answer without the data of other visitors. */
export function projected(value: unknown): unknown {
  if (typeof value === 'string') return withoutAddresses(value);
  if (Array.isArray(value)) return value.map(projected);
  if (!isFields(value)) return value;
  const shown = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, projected(part)]));
  if (isPrivate(value)) for (const name of PERSONAL) if (name in shown) shown[name] = blank(shown[name]);
  return shown;
}

const blank = (value: unknown): unknown => (Array.isArray(value) ? [] : HIDDEN_ADDRESS);
