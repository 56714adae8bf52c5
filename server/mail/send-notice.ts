import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Mail } from './mail.ts';

const NOTICES = {
  'password-changed': {
    subject: 'Your password was changed',
    text: 'The password of your {network} account was changed. All your other sessions were signed out.',
  },
  'second-factor-on': {
    subject: 'A second factor was turned on',
    text: 'Signing in to your {network} account now also requires a one-time code. All your other sessions were signed out.',
  },
  'second-factor-off': {
    subject: 'The second factor was turned off',
    text: 'Signing in to your {network} account no longer requires a one-time code.',
  },
  'app-off': {
    subject: 'Your authenticator app was removed',
    text: 'Your {network} account no longer accepts codes from an authenticator app. Sign in with a passkey or a recovery code.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    text: 'A passkey was added to your {network} account. It can sign in without a password.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    text: 'A passkey was removed from your {network} account. It can no longer sign in.',
  },
  'provider-connected': {
    subject: 'A sign-in provider was connected',
    text: 'You can now also sign in to your {network} account with another provider.',
  },
  'confirmation-guessed': {
    subject: 'Failed attempts to confirm your identity',
    text: 'In a session of your {network} account, the password or one-time code was entered incorrectly too many times. That session was signed out. Your other sessions are still active.',
  },
  'api-token-made': {
    subject: 'An API token was created',
    text: 'An API token was created that lets programs use your {network} account. You can revoke it under API tokens.',
  },
  'api-token-approved': {
    subject: 'Your API token was approved',
    text: 'Another administrator approved your API token with access to payments. Programs can use it now. You can revoke it under API tokens.',
  },
  'account-deleted': {
    subject: 'Your account was deleted',
    text: 'Your {network} account was deleted, and all its sessions were signed out.',
  },
} as const;

/** Notifies an account's owner of a change. Pass the transaction that makes the change. */
export async function sendNotice(
  tx: AccountsDb,
  mail: Mail,
  { email }: { readonly email: string },
  kind: keyof typeof NOTICES,
): Promise<void> {
  const { subject, text } = NOTICES[kind];
  await mail.send(tx, {
    to: email,
    kind,
    subject,
    content: {
      heading: subject,
      paragraphs: [text, 'If this wasn’t you, reset your password now and contact your administrator.'],
      action: { label: 'Password and sign-in', path: '/app/password' },
    },
  });
}
