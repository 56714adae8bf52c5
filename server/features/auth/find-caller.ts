import type { FastifyRequest } from 'fastify';
import { liveChanges } from '#contract/live.ts';
import { UNATTENDED_HEADER } from '#contract/unattended.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Config } from '../../config/config.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { FindCaller } from '../../http/access-guard.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createSessionTokens } from '../../http/session-token.ts';
import { findSessions, touchSession } from './auth-queries.ts';

type SessionRow = Awaited<ReturnType<typeof findSessions>>[number];
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
  const viewer = viewerId !== null && viewerEmail !== null ? { id: viewerId, email: viewerEmail } : null;
  // It ends with the administrator's own session and rights.
  if (viewing !== null && viewer === null) return null;
  const { customer_id: id, customer_key: key, customer_name: name } = row;
  const fitting = row.role === row.kind && id !== null && key !== null && name !== null;
  return {
    userId: row.user_id,
    sessionId: row.id,
    email: row.email,
    viewer,
    role: row.role,
    standing: row.standing,
    customer: fitting ? { id, key, name } : null,
    isDemo: row.demo === 1,
    isFresh: viewer === null && at - row.confirmed_at < freshLoginMinutes * MINUTE_MS,
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
  return async (token, request) => {
    const at = now();
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
