import type { FastifyRequest } from 'fastify';
import { BACKGROUND_HEADER } from '#contract/background-requests.ts';
import { liveChanges } from '#contract/live.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import type { Config } from '../../config/config.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { FindCaller } from '../../http/access-guard.ts';
import { requireAllowedAddress } from '../../http/allowed-address.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createSessionTokens } from '../../http/session-token.ts';
import { apiTokenHash, isApiToken, needsApproval, readAddresses, readScopes } from '../../sign-in/api-token.ts';
import { findTokenHolders, touchApiToken } from '../../sign-in/api-token-queries.ts';
import { findSessions, touchSession } from './auth-queries.ts';

type SessionRow = Awaited<ReturnType<typeof findSessions>>[number];
type TokenRow = Awaited<ReturnType<typeof findTokenHolders>>[number];
type Settings = Pick<Config, 'demo' | 'adminMfa' | 'sessionIdleMinutes' | 'freshLoginMinutes'>;

/**
 * Whether a request is user activity. Requests that browsers send automatically, such as streams and background calls,
 * do not extend a session.
 */
const isActivity = ({ headers, routeOptions }: FastifyRequest): boolean =>
  headers[BACKGROUND_HEADER] === undefined && routeOptions.url?.endsWith(liveChanges.url) !== true;

/**
 * Returns a session's caller; null if the session or its viewer's session has ended, or if it was idle for too long.
 */
export function callerOfSession(row: SessionRow, settings: Settings, at: number): Caller | null {
  const { demo, adminMfa, sessionIdleMinutes, freshLoginMinutes } = settings;
  const idleMs = (row.role === 'admin' ? sessionIdleMinutes / 2 : sessionIdleMinutes) * MINUTE_MS;
  if (row.expires_at <= at || at - row.last_used_at >= idleMs || (row.demo === 1 && !demo)) return null;
  const { viewer_session_id: viewing, viewer_id: viewerId, viewer_email: viewerEmail } = row;
  const isViewing = viewerId !== null && viewerEmail !== null && (row.viewer_expires_at ?? 0) > at;
  const viewer = isViewing ? { id: viewerId, email: viewerEmail } : null;
  // A viewing session ends together with the administrator's own session and rights.
  if (viewing !== null && viewer === null) return null;
  return {
    ...holderOf(row, adminMfa),
    token: null,
    viewer,
    isFresh: viewer === null && at - row.confirmed_at < freshLoginMinutes * MINUTE_MS,
  };
}

/**
 * Whether a token is valid. A token that writes money is valid only while its owner and its approver are
 * administrators.
 */
const isApproved = ({ role, scopes, approver_id: approver }: TokenRow): boolean =>
  !needsApproval(readScopes(scopes)) || (role === 'admin' && approver !== null);

/**
 * Returns a token's caller; null if the token has expired or is not approved. Demo passwords are public, so demo
 * accounts have no tokens.
 */
export function callerOfToken(row: TokenRow, { adminMfa }: Pick<Settings, 'adminMfa'>, at: number): Caller | null {
  if (row.expires_at <= at || row.demo === 1 || !isApproved(row)) return null;
  const token = { name: row.name, scopes: readScopes(row.scopes), addresses: readAddresses(row.addresses) };
  return { ...holderOf(row, adminMfa), token, viewer: null, isFresh: false };
}

/** Returns the current account behind a session or token. */
function holderOf(row: SessionRow | TokenRow, adminMfa: boolean): Omit<Caller, 'token' | 'viewer' | 'isFresh'> {
  const { customer_id: id, customer_key: key, customer_name: name } = row;
  const fitting = row.role === row.kind && id !== null && key !== null && name !== null;
  return {
    userId: row.user_id,
    sessionId: row.id,
    email: row.email,
    role: row.role,
    standing: row.standing,
    customer: fitting ? { id, key, name } : null,
    isDemo: row.demo === 1,
    mustSetUpSecondFactor: adminMfa && row.role === 'admin' && row.demo === 0 && !row.has_second_factor,
  };
}

/**
 * Creates a lookup that reads session, account and customer from the store on every call, so that an ended session is
 * refused immediately (docs/threat-model.md#b4).
 */
export function createFindCaller({
  config,
  accounts,
  now,
}: Pick<Dependencies, 'config' | 'accounts' | 'now'>): FindCaller {
  const tokens = createSessionTokens(config);
  async function findTokenCaller(token: string, { ip }: FastifyRequest, at: number): Promise<Caller> {
    const [row] = await findTokenHolders(accounts, 'token_hash', [apiTokenHash(token)]);
    const caller = row === undefined ? null : callerOfToken(row, config, at);
    if (row !== undefined && !isApproved(row))
      throw new AppError(
        'unauthenticated',
        'This API token has access to payments. Another administrator must approve it first.',
      );
    if (row === undefined || caller === null)
      throw new AppError(
        'unauthenticated',
        'This API token is not valid. It has expired, was revoked, or its account is closed.',
      );
    requireAllowedAddress(caller, ip, config.adminAddresses);
    if (row.last_used_at === null || at - row.last_used_at >= HOUR_MS) await touchApiToken(accounts, row.id, at);
    return caller;
  }
  return async (token, request) => {
    const at = now();
    if (isApiToken(token)) return findTokenCaller(token, request, at);
    const [row] = await findSessions(accounts, [await tokens.read(token, at)]);
    const caller = row === undefined ? null : callerOfSession(row, config, at);
    if (row === undefined || caller === null) {
      const ended = row?.viewer_session_id
        ? 'Viewing ended because your session ended. Sign in again.'
        : 'Your session has ended. Sign in again.';
      throw new AppError('unauthenticated', ended);
    }
    requireAllowedAddress(caller, request.ip, config.adminAddresses);
    if (at - row.last_used_at >= MINUTE_MS && isActivity(request)) await touchSession(accounts, row, at);
    return caller;
  };
}
