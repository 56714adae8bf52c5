import { createHash, randomBytes } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Caller } from '../../http/caller.ts';
import {
  deleteTicketsBefore,
  findLiveSession,
  insertTicket,
  markTicketUsed,
  returnTicket,
  type TicketTerms,
} from './statements-queries.ts';

/** A ticket's lifetime (docs/threat-model.md#e1). */
const TICKET_MS = MINUTE_MS;
/** How long expired tickets stay in the store. */
const KEPT_MS = HOUR_MS;

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

/**
 * Issues a ticket of 256 bits for exactly these terms. It is valid once, within 60 s. The store holds only its
 * SHA-256.
 */
export async function issueTicket(
  accounts: AccountsDb,
  caller: Caller,
  terms: TicketTerms,
  nowMs: number,
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  const { sessionId, userId } = caller;
  await deleteTicketsBefore(accounts, nowMs - KEPT_MS);
  await insertTicket(accounts, { ...terms, hash: hashOf(ticket), sessionId, userId, expiresAt: nowMs + TICKET_MS });
  return ticket;
}

/** Returns the URL in docs/specification.md#calls with its ticket. Parameters have a fixed order. */
export function printUrl(terms: TicketTerms, ticket: string): string {
  const parameters = new URLSearchParams({ format: 'print', cid: terms.cid, op: 'pdf', role: terms.role });
  if (terms.start !== null) parameters.set('start', String(terms.start));
  if (terms.end !== null) parameters.set('end', String(terms.end));
  if (terms.from !== null) parameters.set('from', terms.from);
  if (terms.to !== null) parameters.set('to', terms.to);
  if (terms.knownOn !== null) parameters.set('known_on', terms.knownOn);
  parameters.set('t', ticket);
  return `/api/list/?${parameters}`;
}

/** The rights of a caller with a ticket, which opens a document and grants nothing else. */
const CANNOT_ACT = {
  email: '',
  viewer: null,
  isFresh: false,
  isDemo: false,
  mustSetUpSecondFactor: false,
  standing: 'viewer',
  token: null,
} as const;

export type UsedTicket = {
  /** The user who requested the ticket, with the account's current state in the store. */
  readonly caller: Caller;
  /** Makes the ticket valid again if the server cannot respond. */
  returnUnused(): Promise<void>;
};

/** Consumes a ticket. Returns null if it is unknown, used, expired or for other terms, or if its session has ended. */
export async function redeemTicket(
  { accounts, config, now }: Pick<Dependencies, 'accounts' | 'config' | 'now'>,
  ticket: string,
  terms: TicketTerms,
): Promise<UsedTicket | null> {
  const hash = hashOf(ticket);
  const sessionId = await markTicketUsed(accounts, hash, terms, now());
  if (sessionId === null) return null;
  const session = await findLiveSession(accounts, sessionId, now());
  if (session === undefined || (session.demo === 1 && !config.demo)) return null;
  const { customer_id: id, customer_key: key, customer_name: name, role } = session;
  const fits = session.kind === role && id !== null && key !== null && name !== null;
  return {
    caller: { userId: session.user_id, sessionId, role, customer: fits ? { id, key, name } : null, ...CANNOT_ACT },
    returnUnused: () => returnTicket(accounts, hash),
  };
}
