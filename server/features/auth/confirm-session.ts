import type { ConfirmRequest } from '#contract/sessions.ts';
import { writeAudit } from '../../audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { checkPassword } from '../../password.ts';
import { addFailure, endSession, findUser, forgetFailures, markConfirmed } from './accounts-queries.ts';
import { createSecondFactor } from './second-factor.ts';

/** Then the session ends: who has a stolen one gets no more guesses, and its owner is not locked out. */
const WRONG_ANSWERS = 5;

export type ConfirmSession = ReturnType<typeof createConfirmSession>;

/** Asks the holder of a session to prove that it is theirs: by password, or by a code of the second factor. */
export function createConfirmSession({ config, accounts, now }: Pick<Dependencies, 'config' | 'accounts' | 'now'>) {
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
    const subject = `confirm:${sessionId}`;
    const right = await isRight(userId, proof);
    const at = now();
    if (right) {
      await forgetFailures(accounts, [subject]);
      return markConfirmed(accounts, sessionId, at);
    }
    const failures = await addFailure(accounts, { subject, at, forgetBefore: 0 });
    const isOver = failures >= WRONG_ANSWERS;
    const actor = (await findUser(accounts, userId))?.email ?? '';
    const detail = { failures, sessionEnded: isOver };
    await writeAudit(accounts, {
      at,
      actorId: userId,
      actor,
      action: 'session.unconfirmed',
      subject: sessionId,
      detail,
      ip,
    });
    if (!isOver) {
      throw new AppError('invalid', `That ${'code' in proof ? 'code' : 'password'} is not right. Try again.`);
    }
    await endSession(accounts, sessionId, at);
    throw new AppError('unauthenticated', 'Too many wrong answers: this session has ended. Sign in again.');
  };
}
