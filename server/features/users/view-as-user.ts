import { v7 as newId } from 'uuid';
import { MINUTE_MS } from '#domain/durations.ts';
import { hasAddress } from '#domain/nobodys-address.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createSessionTokens } from '../../http/session-token.ts';
import { findUser, insertViewSession } from './users-queries.ts';

/** How long an administrator may view before asking again. */
const VIEW_MS = 30 * MINUTE_MS;

type Looking = {
  readonly caller: Caller;
  /** Demo visitors cannot view as a person whose name is hidden from them. */
  readonly isVisit: boolean;
  readonly userId: string;
  readonly ip: string;
  readonly userAgent: string;
};

/**
 * Creates a session that sees what the user sees; the guard refuses every write in it. It ends with the administrator's
 * own session. Viewing as another administrator is not allowed.
 */
export async function viewAsUser(
  { accounts, config, now }: Pick<Dependencies, 'accounts' | 'config' | 'now'>,
  { caller, isVisit, userId, ip, userAgent }: Looking,
): Promise<string> {
  const tokens = createSessionTokens(config);
  return accounts.transaction().execute(async (tx) => {
    const user = await findUser(tx, userId);
    if (user === undefined || user.deleted_at !== null) throw new AppError('not-found', 'There is no such account.');
    if (user.role === 'admin')
      throw new AppError('conflict', 'An administrator sees what you see: there is nothing to view.');
    if (isVisit && hasAddress(user.email))
      throw new AppError(
        'forbidden',
        'This account belongs to another visitor of the demo.',
        undefined,
        'demo_account',
      );
    if (user.disabled === 1) throw new AppError('conflict', 'This account is disabled: it sees nothing.');
    const at = now();
    const session = { id: newId(), userId: user.id, createdAt: at, expiresAt: at + VIEW_MS };
    await insertViewSession(tx, {
      id: session.id,
      user_id: user.id,
      created_at: at,
      last_used_at: at,
      expires_at: session.expiresAt,
      ended_at: null,
      ip,
      user_agent: userAgent.slice(0, 300),
      confirmed_at: 0,
      method: 'view',
      viewer_session_id: caller.sessionId,
    });
    const by = { actorId: caller.userId, actor: caller.email, ip };
    const detail = { id: user.id, role: user.role, minutes: VIEW_MS / MINUTE_MS };
    await writeAudit(tx, { ...by, at, action: 'user.view-started', subject: user.email, detail });
    return tokens.sign(session);
  });
}
