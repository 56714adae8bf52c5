import type { ConfirmRequest } from '#contract/sessions.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { claimAttempt, forgiveAttempts } from '../../sign-in/attempts.ts';
import { checkPassword } from '../../sign-in/password.ts';
import { endSession, findUser, markConfirmed } from './auth-queries.ts';
import { createSecondFactor } from './create-second-factor.ts';

export type ConfirmSession = ReturnType<typeof createConfirmSession>;

/**
 * Asks the holder of a session to prove that it is theirs: by password, or by a code of the second factor. Who has a stolen one
 * gets five guesses, then it ends; its owner is not locked out.
 */
export function createConfirmSession({
  config,
  accounts,
  mail,
  now,
}: Pick<Dependencies, 'config' | 'accounts' | 'mail' | 'now'>) {
  const secondFactor = createSecondFactor({ config, now });

  async function isRight(userId: string, proof: ConfirmRequest): Promise<boolean> {
    if ('code' in proof) {
      return (
        (await secondFactor.isOn(accounts, userId)) &&
        (await secondFactor.accept(accounts, userId, proof.code)) !== null
      );
    }
    return checkPassword(proof.password, (await findUser(accounts, userId))?.password_hash ?? null);
  }

  /** Makes the session fresh, or throws; the fifth wrong answer in a row ends it. */
  return async ({ userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>, proof: ConfirmRequest, ip: string) => {
    const guessed = [{ kind: 'confirm', name: sessionId }] as const;
    const claimed = await claimAttempt(accounts, guessed, now());
    if (claimed === null) return endHere(sessionId);
    const right = await isRight(userId, proof).catch(async (error: unknown) => {
      await claimed.giveBack();
      throw error;
    });
    const at = now();
    if (right) {
      await forgiveAttempts(accounts, guessed);
      return markConfirmed(accounts, sessionId, at);
    }
    const isOver = claimed.left === 0;
    const actor = (await findUser(accounts, userId))?.email ?? '';
    const detail = { left: claimed.left, session_ended: isOver };
    const entry = { actorId: userId, actor, action: 'session.unconfirmed', subject: sessionId };
    await accounts.transaction().execute(async (tx) => {
      await writeAudit(tx, { at, ...entry, detail, ip });
      // Once: the guess that leaves none ends the session. Whoever holds it may not be its owner, who hears of it.
      if (isOver && actor !== '') await sendNotice(tx, mail, { email: actor }, 'confirmation-guessed');
    });
    if (isOver) return endHere(sessionId);
    throw new AppError('invalid', `That ${'code' in proof ? 'code' : 'password'} is not right. Try again.`);
  };

  async function endHere(sessionId: string): Promise<never> {
    await endSession(accounts, sessionId, now());
    throw new AppError('unauthenticated', 'Too many wrong answers: this session has ended. Sign in again.');
  }
}
