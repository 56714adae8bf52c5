import type { FastifyRequest } from 'fastify';
import { liveChanges } from '#contract/live.ts';
import { UNATTENDED_HEADER } from '#contract/unattended.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import type { Config } from '../../config/config.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { FindCaller } from '../../http/access-guard.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createSessionTokens } from '../../http/session-token.ts';
import { apiTokenHash, isApiToken } from '../../sign-in/api-token.ts';
import { findTokenHolders, touchApiToken } from '../../sign-in/api-token-queries.ts';
import { findSessions, touchSession } from './auth-queries.ts';

type SessionRow = Awaited<ReturnType<typeof findSessions>>[number];
type TokenRow = Awaited<ReturnType<typeof findTokenHolders>>[number];
type Settings = Pick<Config, 'demo' | 'adminMfa' | 'sessionIdleMinutes' | 'freshLoginMinutes'>;

/** What a browser fetches by itself keeps no session alive: neither a stream nor what it calls while nobody is there. */
const isActivity = ({ headers, routeOptions }: FastifyRequest): boolean =>
  headers[UNATTENDED_HEADER] === undefined && routeOptions.url?.endsWith(liveChanges.url) !== true;

/** Who holds the session; null when it has ended, was idle for too long, or its viewer's has. */
export function callerOfSession(row: SessionRow, settings: Settings, at: number): Caller | null {
  const { demo, adminMfa, sessionIdleMinutes, freshLoginMinutes } = settings;
  const idleMs = (row.role === 'admin' ? sessionIdleMinutes / 2 : sessionIdleMinutes) * MINUTE_MS;
  if (row.expires_at <= at || at - row.last_used_at >= idleMs || (row.demo === 1 && !demo)) return null;
  const { viewer_session_id: viewing, viewer_id: viewerId, viewer_email: viewerEmail } = row;
  const isViewing = viewerId !== null && viewerEmail !== null && (row.viewer_expires_at ?? 0) > at;
  const viewer = isViewing ? { id: viewerId, email: viewerEmail } : null;
  // It ends with the administrator's own session and rights.
  if (viewing !== null && viewer === null) return null;
  return {
    ...holderOf(row, adminMfa),
    token: null,
    viewer,
    isFresh: viewer === null && at - row.confirmed_at < freshLoginMinutes * MINUTE_MS,
  };
}

/** Who a program with the token calls as; null once its time is over. The demo's passwords are public: it has no tokens. */
export function callerOfToken(row: TokenRow, { adminMfa }: Pick<Settings, 'adminMfa'>, at: number): Caller | null {
  if (row.expires_at <= at || row.demo === 1) return null;
  const token = { name: row.name, readsOnly: row.reads_only === 1 };
  return { ...holderOf(row, adminMfa), token, viewer: null, isFresh: false };
}

/** The account as it is now, whatever it is called with. */
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

/** Reads session, account and customer from the store on every call: an ended session is refused at once (docs/threat-model.md#b4). */
export function createFindCaller({
  config,
  accounts,
  now,
}: Pick<Dependencies, 'config' | 'accounts' | 'now'>): FindCaller {
  const tokens = createSessionTokens(config);
  async function findTokenCaller(token: string, at: number): Promise<Caller> {
    const [row] = await findTokenHolders(accounts, 'token_hash', [apiTokenHash(token)]);
    const caller = row === undefined ? null : callerOfToken(row, config, at);
    if (row === undefined || caller === null)
      throw new AppError(
        'unauthenticated',
        'This API token is not good: it has ended, was revoked, or its account is.',
      );
    if (row.last_used_at === null || at - row.last_used_at >= HOUR_MS) await touchApiToken(accounts, row.id, at);
    return caller;
  }
  return async (token, request) => {
    const at = now();
    if (isApiToken(token)) return findTokenCaller(token, at);
    const [row] = await findSessions(accounts, [await tokens.read(token, at)]);
    const caller = row === undefined ? null : callerOfSession(row, config, at);
    if (row === undefined || caller === null) {
      const ended = row?.viewer_session_id
        ? 'Viewing has ended with your session.'
        : 'Your session has ended. Sign in again.';
      throw new AppError('unauthenticated', ended);
    }
    if (at - row.last_used_at >= MINUTE_MS && isActivity(request)) await touchSession(accounts, row, at);
    return caller;
  };
}
