import type { FastifyInstance } from 'fastify';
import { endOtherSessions, endOwnSession, listOwnSessions, type OwnSession } from '#contract/sessions.ts';
import { auditOwn } from '../../audit/own-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { endOwnedSession, findLiveSessions } from './auth-queries.ts';
import { deviceInWords, placeInWords } from './session-words.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** Lists the caller's sessions and ends them (docs/threat-model.md#b4). */
export function addOwnSessionList(
  app: FastifyInstance,
  { accounts, now }: Pick<Dependencies, 'accounts' | 'now'>,
): void {
  addRoute(app, listOwnSessions, async (request) => {
    const { userId, sessionId, isDemo } = callerOf(request);
    const rows = await findLiveSessions(accounts, userId, now());
    const data = rows.map(
      (row): OwnSession => ({
        id: row.id,
        ...deviceInWords(row.user_agent),
        place: placeInWords(row.ip),
        method: row.method,
        started_at: iso(row.created_at),
        last_used_at: iso(row.last_used_at),
        current: row.id === sessionId,
      }),
    );
    // Many people share a demo account, so each sees only the own session.
    return { data: isDemo ? data.filter(({ current }) => current) : data };
  });

  addRoute(app, endOwnSession, async (request) => {
    const { userId, sessionId, isDemo } = callerOf(request);
    const { id } = request.params;
    const mayEnd = !isDemo || id === sessionId;
    if (!mayEnd || !(await endOwnedSession(accounts, userId, id, now()))) {
      throw new AppError('not-found', 'That session has ended already.');
    }
    await auditOwn(accounts, request, { at: now(), action: 'session.ended', detail: { session: id } });
    return { status: true };
  });

  addRoute(app, endOtherSessions, async (request) => {
    refuseDemoAccount(request);
    const { userId, sessionId } = callerOf(request);
    const ended = await accounts.transaction().execute(async (tx) => {
      const count = await endSessionsOf(tx, userId, now(), sessionId);
      await auditOwn(tx, request, { at: now(), action: 'sessions.ended', detail: { count } });
      return count;
    });
    return { status: true, ended };
  });
}
