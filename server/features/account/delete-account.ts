import type { FastifyRequest } from 'fastify';
import { auditOwn } from '../../audit/own-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { refuseLastAdministrator } from '../../people/last-administrator.ts';
import { refuseLeavingColleagues } from '../../people/last-manager.ts';
import { lapseApprovals, revokeApiTokensOf } from '../../sign-in/api-token-queries.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { findOwner, markDeleted } from './account-queries.ts';

/**
 * Soft-deletes the caller's account and ends its sessions (docs/threat-model.md#g4); an administrator can restore it.
 * Throws `AppError('conflict')` for the last administrator, and for the last manager of colleagues.
 */
export async function deleteOwnAccount(
  { accounts, mail, now }: Pick<Dependencies, 'accounts' | 'mail' | 'now'>,
  request: FastifyRequest,
): Promise<void> {
  const { userId } = callerOf(request);
  await accounts.transaction().execute(async (tx) => {
    const user = await findOwner(tx, userId);
    if (user === undefined) return;
    await refuseLastAdministrator(tx, user);
    await refuseLeavingColleagues(tx, user);
    const at = now();
    const { email } = user;
    await auditOwn(tx, request, { at, action: 'user.deleted', detail: { by: 'owner' } });
    await markDeleted(tx, userId, at);
    await endSessionsOf(tx, userId, at);
    await lapseApprovals(tx, [userId]);
    await revokeApiTokensOf(tx, [userId], at);
    await sendNotice(tx, mail, { email }, 'account-deleted');
  });
}
