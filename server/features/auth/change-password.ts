import type { FastifyRequest } from 'fastify';
import { auditOwn } from '../../audit/own-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { requireFreshLogin } from '../../http/fresh-login.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { checkPassword, hashPassword } from '../../sign-in/password.ts';
import { refuseWeakPassword } from '../../sign-in/password-rule.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { findRuleOf, ssoRequired } from '../../sign-in/sso-rule.ts';
import { findUser, forgetResetTokens, markConfirmed, storePasswordHash } from './auth-queries.ts';
import type { ConfirmSession } from './confirm-session.ts';

type Order = { readonly current_password: string; readonly new_password: string };

/** Stores a new password and ends every other session of the account (docs/threat-model.md#b4). */
export async function changeOwnPassword(
  { accounts, config, mail, now }: Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>,
  confirm: ConfirmSession,
  request: FastifyRequest,
  { current_password: currentPassword, new_password: newPassword }: Order,
): Promise<void> {
  const caller = callerOf(request);
  const user = await findUser(accounts, caller.userId);
  if (user === undefined) return;
  const rule = await findRuleOf(accounts, user);
  if (rule !== undefined) throw ssoRequired(config, rule);
  if (user.password_hash === null) requireFreshLogin(request);
  else await confirm(request, { password: currentPassword }).catch(namingTheField);
  const words = [user.first_name, user.last_name, user.customer_name ?? ''];
  await refuseWeakPassword(newPassword, { email: user.email_key, words, shortest: config.passwordMinLength });
  if (await checkPassword(newPassword, user.password_hash)) {
    throw new FieldError({ new_password: 'That is the password you have. Choose another one.' });
  }
  const hash = await hashPassword(newPassword);
  await accounts.transaction().execute(async (tx) => {
    const at = now();
    await storePasswordHash(tx, user.id, hash);
    const sessionsEnded = await endSessionsOf(tx, user.id, at, caller.sessionId);
    await forgetResetTokens(tx, user.id, at);
    await markConfirmed(tx, caller.sessionId, at);
    await auditOwn(tx, request, { at, action: 'password.changed', detail: { sessions_ended: sessionsEnded } });
    await sendNotice(tx, mail, user, 'password-changed');
  });
}

function namingTheField(error: unknown): never {
  if (error instanceof AppError && error.statusCode === 400) throw new FieldError({ current_password: error.message });
  throw error;
}
