import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Mail } from './mail.ts';

const NOTICES = {
  'password-changed': {
    subject: 'Your password was changed',
    text: 'The password of your Voltboard account was changed. All other sessions of the account have ended.',
  },
  'second-factor-on': {
    subject: 'A second factor was set up',
    text: 'Signing in to your Voltboard account now asks for a one-time code as well. All other sessions of the account have ended.',
  },
  'second-factor-off': {
    subject: 'The second factor was switched off',
    text: 'Signing in to your Voltboard account no longer asks for a one-time code.',
  },
  'app-off': {
    subject: 'One-time codes were switched off',
    text: 'Signing in to your Voltboard account no longer takes codes of an app. It asks for a passkey or a recovery code.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    text: 'A passkey was added to your Voltboard account. It signs in to the account without a password.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    text: 'A passkey of your Voltboard account was removed. It no longer signs in to the account.',
  },
  'provider-connected': {
    subject: 'A sign-in provider was connected',
    text: 'Your Voltboard account can now be entered through another provider as well.',
  },
  'confirmation-guessed': {
    subject: 'Somebody guessed at your sign-in',
    text: 'In a session of your Voltboard account the password or one-time code was asked for again and answered wrong until no try was left. That session has ended; your other sessions go on.',
  },
  'api-token-made': {
    subject: 'An API token was made',
    text: 'A token was made with which a program can use your Voltboard account. It stands under API tokens, where it can be revoked.',
  },
  'api-token-approved': {
    subject: 'Your API token was approved',
    text: 'Another administrator approved your API token that writes money. Programs can use it from now on. You can revoke it under API tokens.',
  },
  'account-deleted': {
    subject: 'Your account was deleted',
    text: 'Your Voltboard account was deleted and all its sessions have ended.',
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
      paragraphs: [text, 'If this was not you, ask for a new password at once and tell your administrator.'],
      action: { label: 'Password and sign-in', path: '/app/password' },
    },
  });
}
