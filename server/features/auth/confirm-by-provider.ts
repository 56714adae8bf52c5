import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import type { Parts } from './auth-parts.ts';
import { findUser, markConfirmed } from './auth-queries.ts';
import { createSecondFactor } from './create-second-factor.ts';
import { findIdentityUser, touchIdentity } from './identity-queries.ts';
import type { VerifiedIdentity } from './oidc-client.ts';

type Visitor = {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly provider: string;
  readonly ip: string;
};

/** A provider vouches only for an account that has nothing stronger of its own: no password and no second factor. */
export async function refuseOtherProof(
  { config, accounts, now }: Pick<Dependencies, 'config' | 'accounts' | 'now'>,
  userId: string,
): Promise<void> {
  const hasPassword = (await findUser(accounts, userId))?.password_hash !== null;
  if (!hasPassword && !(await createSecondFactor({ config, now }).isOn(accounts, userId))) return;
  throw new AppError('conflict', 'Confirm with your password or with a code of your app.');
}

/** Makes the session fresh whose owner has just signed in at the provider again. The audit log has it either way. */
export async function confirmByProvider(
  parts: Pick<Parts, 'config' | 'accounts' | 'now'>,
  { userId, email, sessionId, provider, ip }: Visitor,
  identify: () => Promise<VerifiedIdentity>,
): Promise<void> {
  const { accounts, now } = parts;
  const entry = { actorId: userId, actor: email, subject: sessionId, ip };
  try {
    const identity = await identify();
    await refuseOtherProof(parts, userId);
    if ((await findIdentityUser(accounts, identity))?.id !== userId) {
      throw new AppError('invalid', `That is not the account of ${identity.label} that this one is connected with.`);
    }
    await accounts.transaction().execute(async (tx) => {
      await touchIdentity(tx, identity, now());
      await markConfirmed(tx, sessionId, now());
      await writeAudit(tx, { at: now(), ...entry, action: 'session.confirmed', detail: { provider } });
    });
  } catch (error) {
    if (error instanceof AppError) {
      const detail = { provider, reason: error.message };
      await writeAudit(accounts, { at: now(), ...entry, action: 'session.unconfirmed', detail });
    }
    throw error;
  }
}
