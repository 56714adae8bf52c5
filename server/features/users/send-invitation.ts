import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { issueAccountToken, makeAccountToken } from '../../sign-in/account-token.ts';
import { findRuleOf } from '../../sign-in/sso-rule.ts';
import type { UserRow } from './users-queries.ts';

type Recipient = Pick<UserRow, 'id' | 'email' | 'email_key' | 'first_name' | 'email_verified' | 'password_hash'> &
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
    await settings.mail.send(tx, ssoLetter(user));
    return purpose;
  }
  const token = await issueAccountToken(tx, { userId: user.id, purpose, now: settings.now() });
  await settings.mail.send(tx, { ...letterOf(purpose, user), token });
  return purpose;
}

/** Builds the rows for an invitation, for bulk inserts. */
export function invitationOf(
  { mail, now }: Pick<Dependencies, 'mail' | 'now'>,
  user: Pick<Recipient, 'id' | 'email' | 'first_name' | 'email_verified'>,
) {
  const { row, token } = makeAccountToken({ userId: user.id, purpose: 'invite', now: now() });
  return { token: row, mail: mail.rowOf({ ...letterOf('invite', user), token }) };
}

/** Builds the mail for members of an organization that requires single sign-on, who have no password to choose. */
function ssoLetter(user: Pick<Recipient, 'email' | 'first_name'>) {
  const { subject } = MAILS.invite;
  const text =
    'A Voltboard account has been set up for this address. Sign in with the account of your organization: choose its single sign-on on the login page.';
  return {
    to: user.email,
    kind: 'user-invite-sso',
    subject,
    content: { heading: subject, paragraphs: [greetingOf(user), text], action: { label: 'Sign in', path: '/login' } },
  };
}

const greetingOf = ({ first_name: name }: Pick<Recipient, 'first_name'>): string =>
  name === '' ? 'Hello,' : `Hello ${name},`;

function letterOf(purpose: 'invite' | 'reset', user: Pick<Recipient, 'email' | 'first_name'>) {
  const greeting = greetingOf(user);
  const { subject, text, label, note } = MAILS[purpose];
  return {
    to: user.email,
    kind: `user-${purpose}`,
    subject,
    content: { heading: subject, paragraphs: [greeting, text], action: { label, path: '/password-reset' }, note },
  };
}

const MAILS = {
  invite: {
    subject: 'Your Voltboard account',
    text: 'A Voltboard account has been set up for this address. Choose a password to begin.',
    label: 'Choose a password',
    note: 'The link is good for seven days and works once. If you expected no account, ignore this mail.',
  },
  reset: {
    subject: 'Set a new Voltboard password',
    text: 'An administrator has sent you this link to set a new password for your Voltboard account. Until you do, the present one stays.',
    label: 'Set a new password',
    note: 'The link is good for 30 minutes and works once. If you did not ask for it, ignore this mail.',
  },
} as const;
