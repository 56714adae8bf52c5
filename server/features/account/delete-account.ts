import type { FastifyRequest } from 'fastify';
import { PostgresAdapter } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { AppError } from '../../http/app-error.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { auditOwn } from '../../own-audit.ts';
import { endSessionsOf } from '../../session-queries.ts';
import { emailOf } from '../../user-email-queries.ts';
import { lockAdministrators, markDeleted } from './accounts-queries.ts';

/**
 * Deletes the caller's account softly and ends its sessions (security G4): an administrator can restore it. Throws
 * `AppError('conflict')` for the last administrator.
 */
export async function deleteOwnAccount(
  { accounts, mail, now }: Pick<Dependencies, 'accounts' | 'mail' | 'now'>,
  request: FastifyRequest,
): Promise<void> {
  const { userId, role } = callerOf(request);
  await accounts.transaction().execute(async (tx) => {
    const hasRowLocks = tx.getExecutor().adapter instanceof PostgresAdapter;
    const others = (await lockAdministrators(tx, hasRowLocks)).filter((id) => id !== userId);
    if (role === 'admin' && others.length === 0) {
      throw new AppError('conflict', 'You are the last administrator. Make another one first.');
    }
    const at = now();
    const email = await emailOf(tx, userId);
    await auditOwn(tx, request, { at, action: 'user.deleted', detail: { by: 'owner' } });
    await markDeleted(tx, userId, at);
    await endSessionsOf(tx, userId, at);
    await sendNotice(tx, mail, { email }, 'account-deleted');
  });
}
