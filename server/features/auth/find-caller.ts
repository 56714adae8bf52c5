import type { Dependencies } from '../../dependencies.ts';
import type { FindCaller } from '../../http/access-guard.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createSessionTokens } from '../../http/session-token.ts';
import { findSession, touchSession } from './accounts-queries.ts';

const MINUTE_MS = 60_000;

type Viewing = { viewer_session_id: string | null; viewer_id: string | null; viewer_email: string | null };

/** Who views as the user, if the session is such a one; it ends with the administrator's own session and rights. */
function viewerOf({ viewer_session_id: viewing, viewer_id: id, viewer_email: email }: Viewing): Caller['viewer'] {
  if (viewing === null) return null;
  if (id === null || email === null) throw new AppError('unauthenticated', 'Viewing has ended with your session.');
  return { id, email };
}

/** Reads session, account and customer from the store on every call: an ended session is refused at once (security B4). */
export function createFindCaller({
  config,
  accounts,
  now,
}: Pick<Dependencies, 'config' | 'accounts' | 'now'>): FindCaller {
  const tokens = createSessionTokens(config);
  return async (token) => {
    const at = now();
    const row = await findSession(accounts, await tokens.read(token, at));
    const idleMs = (row?.role === 'admin' ? config.sessionIdleMinutes / 2 : config.sessionIdleMinutes) * MINUTE_MS;
    if (!row || row.expires_at <= at || at - row.last_used_at >= idleMs || (row.demo === 1 && !config.demo)) {
      throw new AppError('unauthenticated', 'Your session has ended. Sign in again.');
    }
    const viewer = viewerOf(row);
    if (at - row.last_used_at >= MINUTE_MS) await touchSession(accounts, row, at);
    const { customer_id: id, customer_key: key, customer_name: name } = row;
    const fitting = row.role === row.kind && id !== null && key !== null && name !== null;
    return {
      userId: row.user_id,
      sessionId: row.id,
      email: row.email,
      viewer,
      role: row.role,
      customer: fitting ? { id, key, name } : null,
      isDemo: row.demo === 1,
      isFresh: viewer === null && at - row.confirmed_at < config.freshLoginMinutes * MINUTE_MS,
      mustSetUpSecondFactor: config.adminMfa && row.role === 'admin' && row.demo === 0 && !row.has_second_factor,
    };
  };
}
