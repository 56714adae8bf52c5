import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { issueAccountToken, makeAccountToken } from '../../sign-in/account-token.ts';
import { findRuleOf } from '../../sign-in/sso-rule.ts';
import { passwordLinkMail, ssoInvitationMail } from './user-mails.ts';
import type { UserRow } from './users-queries.ts';

type Recipient = Pick<UserRow, 'id' | 'email' | 'email_key' | 'email_verified' | 'password_hash'> &
  Pick<UserRow, 'role' | 'customer_id' | 'demo'>;

/**
 * Mails the link through which an account's owner sets its password, which also verifies the address. The mail is a
 * reset for a verified address with a password, otherwise an invitation. Only the owner chooses the password
 * (docs/threat-model.md#g3). For members of an organization that requires single sign-on, an invitation has no such
 * link, and a reset throws.
 */
export async function sendInvitation(
  tx: AccountsDb,
  settings: Pick<Dependencies, 'mail' | 'now'>,
  user: Recipient,
): Promise<'invite' | 'reset'> {
  const purpose = user.email_verified === 1 && user.password_hash !== null ? 'reset' : 'invite';
  if ((await findRuleOf(tx, user)) !== undefined) {
    if (purpose === 'reset') throw new AppError('conflict', 'This account signs in with single sign-on only.');
    await settings.mail.send(tx, ssoInvitationMail(user.email));
    return purpose;
  }
  const token = await issueAccountToken(tx, { userId: user.id, purpose, now: settings.now() });
  await settings.mail.send(tx, { ...passwordLinkMail(purpose, user.email), token });
  return purpose;
}

/** Builds the rows for an invitation, for bulk inserts. */
export function invitationOf(
  { mail, now }: Pick<Dependencies, 'mail' | 'now'>,
  user: Pick<Recipient, 'id' | 'email' | 'email_verified'>,
) {
  const { row, token } = makeAccountToken({ userId: user.id, purpose: 'invite', now: now() });
  return { token: row, mail: mail.rowOf({ ...passwordLinkMail('invite', user.email), token }) };
}
