import type { FastifyRequest } from 'fastify';
import type { ConfirmRequest } from '#contract/sessions.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { AppError } from '../../http/app-error.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { judgeAttempt } from '../../sign-in/guess-rate-limit.ts';
import { checkPassword } from '../../sign-in/password.ts';
import { findRuleOf } from '../../sign-in/sso-rule.ts';
import { endSession, findUser, markConfirmed } from './auth-queries.ts';
import { createPasskeys } from './check-passkeys.ts';
import { createClients } from './client-of.ts';
import { createSecondFactor } from './create-second-factor.ts';

export type ConfirmSession = ReturnType<typeof createConfirmSession>;

/**
 * Creates a check of the proof that a session belongs to the account owner: a password, a second-factor code or a
 * passkey. Five wrong guesses end a stolen session, but do not lock its owner out. The thief's browser has a separate
 * budget, which the owner's success does not refill.
 */
export function createConfirmSession({
  config,
  accounts,
  mail,
  now,
}: Pick<Dependencies, 'config' | 'accounts' | 'mail' | 'now'>) {
  const secondFactor = createSecondFactor({ config, now });
  const passkeys = createPasskeys({ config, accounts, now });
  const clients = createClients(config);

  async function isRight(userId: string, sessionId: string, proof: ConfirmRequest): Promise<boolean> {
    if ('passkey' in proof)
      return (await passkeys.verify(proof.passkey, { purpose: 'confirm', userId, sessionId })).kind === 'right';
    if ('code' in proof) {
      return (
        (await secondFactor.isOn(accounts, userId)) &&
        (await secondFactor.accept(accounts, userId, proof.code)) !== null
      );
    }
    const user = await findUser(accounts, userId);
    // A password proves nothing if the organization requires single sign-on.
    const isOff = user !== undefined && (await findRuleOf(accounts, user)) !== undefined;
    return checkPassword(proof.password, isOff ? null : (user?.password_hash ?? null));
  }

  /** Marks the session as fresh, or throws. The fifth wrong proof ends the session. */
  return async (request: FastifyRequest, proof: ConfirmRequest) => {
    const { userId, sessionId } = callerOf(request);
    const { ip, knownBrowser } = clients.of(request);
    const browser = knownBrowser(userId);
    const guessed =
      browser === null
        ? ({ kind: 'confirm', name: sessionId } as const)
        : ({ kind: 'confirm-browser', name: `${sessionId}:${browser}` } as const);
    const { verdict, left } = await judgeAttempt(accounts, [guessed], now(), () => isRight(userId, sessionId, proof));
    if (verdict === 'blocked') return endHere(sessionId);
    const at = now();
    if (verdict === 'right') return markConfirmed(accounts, sessionId, at);
    const isOver = left === 0;
    const actor = (await findUser(accounts, userId))?.email ?? '';
    const detail = { left, session_ended: isOver };
    const entry = { actorId: userId, actor, action: 'session.unconfirmed', subject: sessionId };
    await accounts.transaction().execute(async (tx) => {
      await writeAudit(tx, { at, ...entry, detail, ip });
      // A thief may be guessing, so the owner gets a notice. It is sent only once, because the last allowed guess ends
      // the session.
      if (isOver && actor !== '') await sendNotice(tx, mail, { email: actor }, 'confirmation-guessed');
    });
    if (isOver) return endHere(sessionId);
    if ('passkey' in proof) throw new AppError('invalid', 'The passkey couldn’t be verified. Try again.');
    throw new AppError('invalid', `That ${'code' in proof ? 'code' : 'password'} is incorrect. Try again.`);
  };

  async function endHere(sessionId: string): Promise<never> {
    await endSession(accounts, sessionId, now());
    throw new AppError('unauthenticated', 'Too many incorrect attempts. You’ve been signed out. Sign in again.');
  }
}
