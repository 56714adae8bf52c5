import type { MailOrder } from '../../mail/mail.ts';

const MAILS = {
  invite: {
    subject: 'Your {network} account',
    text: 'A {network} account was created for you. To start, choose a password.',
    label: 'Choose a password',
    note: 'The link works once and expires in 7 days. If you didn’t expect an account, ignore this email.',
  },
  reset: {
    subject: 'Reset your {network} password',
    text: 'An administrator sent you this link to set a new password for your {network} account. Your current password works until you do.',
    label: 'Set a new password',
    note: 'The link works once and expires in 30 minutes. If you didn’t ask for it, ignore this email.',
  },
} as const;

/** Builds the mail with a link to set the password. */
export function passwordLinkMail(purpose: keyof typeof MAILS, to: string): MailOrder {
  const { subject, text, label, note } = MAILS[purpose];
  return {
    to,
    kind: `user-${purpose}`,
    subject,
    content: { heading: subject, paragraphs: [text], action: { label, path: '/password-reset' }, note },
  };
}

/** Builds the mail for members of an organization that requires single sign-on, who have no password to choose. */
export function ssoInvitationMail(to: string): MailOrder {
  const { subject } = MAILS.invite;
  const text =
    'A {network} account was created for you. To sign in, choose your organization’s single sign-on on the login page.';
  return {
    to,
    kind: 'user-invite-sso',
    subject,
    content: { heading: subject, paragraphs: [text], action: { label: 'Sign in', path: '/login' } },
  };
}
