import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { findRuleOf, isVouchedFor, ssoRequired } from '../../sign-in/sso-rule.ts';
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

/** Throws unless a provider may confirm the account: it must have no valid password and no second factor. */
export async function refuseOtherProof(
  { config, accounts, now }: Pick<Dependencies, 'config' | 'accounts' | 'now'>,
  userId: string,
): Promise<void> {
  const user = await findUser(accounts, userId);
  const isOff = user !== undefined && (await findRuleOf(accounts, user)) !== undefined;
  const hasPassword = user?.password_hash !== null && !isOff;
  if (!hasPassword && !(await createSecondFactor({ config, now }).isOn(accounts, userId))) return;
  throw new AppError('conflict', 'Confirm with your password, a passkey or a code from your authenticator app.');
}

/**
 * Marks the session as fresh after its owner has signed in at the provider again. The audit log records both outcomes.
 */
export async function confirmByProvider(
  parts: Pick<Parts, 'config' | 'accounts' | 'now'>,
  { userId, email, sessionId, provider, ip }: Visitor,
  identify: () => Promise<VerifiedIdentity>,
): Promise<void> {
  const { accounts, config, now } = parts;
  const entry = { actorId: userId, actor: email, subject: sessionId, ip };
  try {
    const identity = await identify();
    await refuseOtherProof(parts, userId);
    if ((await findIdentityUser(accounts, identity))?.id !== userId) {
      throw new AppError(
        'invalid',
        `That isn’t the ${identity.label} account connected to this account. Use the connected one.`,
      );
    }
    const user = await findUser(accounts, userId);
    const rule = user && (await findRuleOf(accounts, user));
    if (rule !== undefined && !isVouchedFor(rule, identity)) throw ssoRequired(config, rule);
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
