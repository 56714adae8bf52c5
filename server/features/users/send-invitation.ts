import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { issueAccountToken, makeAccountToken } from '../../sign-in/account-token.ts';
import type { UserRow } from './users-queries.ts';

type Recipient = Pick<UserRow, 'id' | 'email' | 'first_name' | 'email_verified' | 'password_hash'>;

/**
 * Mails the link by which the owner of an account sets its password, which verifies the address as well: an invitation, or a
 * reset for an address that is verified and has a password. Nobody else ever chooses it (docs/threat-model.md#g3).
 */
export async function sendInvitation(
  tx: AccountsDb,
  settings: Pick<Dependencies, 'mail' | 'now'>,
  user: Recipient,
): Promise<'invite' | 'reset'> {
  const purpose = user.email_verified === 1 && user.password_hash !== null ? 'reset' : 'invite';
  const token = await issueAccountToken(tx, { userId: user.id, purpose, now: settings.now() });
  await settings.mail.send(tx, { ...letterOf(purpose, user), token });
  return purpose;
}

/** The rows of an invitation, for whoever stores many at once. */
export function invitationOf(
  { mail, now }: Pick<Dependencies, 'mail' | 'now'>,
  user: Omit<Recipient, 'password_hash'>,
) {
  const { row, token } = makeAccountToken({ userId: user.id, purpose: 'invite', now: now() });
  return { token: row, mail: mail.rowOf({ ...letterOf('invite', user), token }) };
}

function letterOf(purpose: 'invite' | 'reset', user: Pick<Recipient, 'email' | 'first_name'>) {
  const greeting = user.first_name === '' ? 'Hello,' : `Hello ${user.first_name},`;
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
