import { instantWords } from '#domain/instant-words.ts';
import type { MailOrder } from '../../mail/mail.ts';

type Letter = Pick<MailOrder, 'kind' | 'subject' | 'content'>;

/** When and from where a request was made, so that the owner can recognize it. */
export type Occasion = { readonly at: number; readonly from: string; readonly timeZone: string };

const factsOf = ({ at, from, timeZone }: Occasion) => [
  { label: 'When', value: instantWords(at, timeZone) },
  { label: 'From', value: from },
];

export const verifyMail = (occasion: Occasion): Letter => ({
  kind: 'verify-email',
  subject: 'Verify your email for {network}',
  content: {
    heading: 'Verify your email',
    paragraphs: [
      'This email address was used to create a {network} account. To finish, verify your email. Then sign in with the password you chose.',
    ],
    facts: factsOf(occasion),
    action: { label: 'Verify email', path: '/verify-email' },
    note: 'The link works once and expires in 24 hours. If you didn’t register, don’t use it. Unverified accounts can’t be used and are deleted after a week.',
  },
});

export const alreadyRegisteredMail = (occasion: Occasion): Letter => ({
  kind: 'already-registered',
  subject: 'You already have a {network} account',
  content: {
    heading: 'You already have an account',
    paragraphs: [
      'Someone tried to create a {network} account with this email address, which already has one. Your account was not changed.',
      'If it was you, sign in with your password. If you forgot it, set a new one.',
    ],
    facts: factsOf(occasion),
    action: { label: 'Set a new password', path: '/forgot' },
    note: 'If it wasn’t you, you can ignore this email.',
  },
});

export const invitationOnlyMail = (occasion: Occasion): Letter => ({
  kind: 'invitation-only',
  subject: '{network} accounts are by invitation only',
  content: {
    heading: 'Accounts are by invitation only',
    paragraphs: [
      'Someone tried to create a {network} account with this email address, which has not been invited. No account was created.',
      'If it was you, ask the administrator of your outlet network to invite this address.',
    ],
    facts: factsOf(occasion),
    note: 'If it wasn’t you, you can ignore this email. Nothing else was stored.',
  },
});

export const invitationAgainMail = (occasion: Occasion): Letter => ({
  kind: 'invitation-again',
  subject: 'Your invitation to {network}',
  content: {
    heading: 'You’re invited to {network}',
    paragraphs: [
      'An administrator has already created a {network} account for this email address. To activate it, choose a password here. The password entered during registration is not used.',
    ],
    facts: factsOf(occasion),
    action: { label: 'Choose a password', path: '/password-reset' },
    note: 'The link works once and expires in 7 days.',
  },
});

export const resetMail = (occasion: Occasion): Letter => ({
  kind: 'reset-password',
  subject: 'Reset your {network} password',
  content: {
    heading: 'Reset your password',
    paragraphs: ['A password reset was requested for your {network} account. If it was you, set a new password here.'],
    facts: factsOf(occasion),
    action: { label: 'Set a new password', path: '/password-reset' },
    note: 'The link works once and expires in 30 minutes. If you request another email and none arrives, use the latest one: its link is then valid for another 30 minutes. If it wasn’t you, ignore this email. Your password won’t change.',
  },
});

export const demoAccountMail = (occasion: Occasion): Letter => ({
  kind: 'demo-account',
  subject: 'The password of this demo account can’t be changed',
  content: {
    heading: 'This is a demo account',
    paragraphs: [
      'A password reset was requested for this demo account. Its password can’t be changed; you can find it on the login page.',
    ],
    facts: factsOf(occasion),
    action: { label: 'Go to login', path: '/login' },
  },
});

export const passwordChangedMail = (occasion: Occasion): Letter => ({
  kind: 'password-changed',
  subject: 'Your {network} password was changed',
  content: {
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your {network} account was reset with a link from an email. You’ve been signed out everywhere.',
    ],
    facts: factsOf(occasion),
    action: { label: 'I didn’t do this: set a new password', path: '/forgot' },
    note: 'If it was you, there’s nothing to do. If not, set a new password now and secure your mailbox, because someone else was able to read it.',
  },
});
