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
  subject: 'Verify your e-mail for Voltboard',
  content: {
    heading: 'Verify your e-mail',
    paragraphs: [
      'Somebody registered at Voltboard with this address and chose a password. If it was you, verify the address to finish; then sign in with the password you chose.',
    ],
    facts: factsOf(occasion),
    action: { label: 'Verify e-mail', path: '/verify-email' },
    note: 'The link works once, within 24 hours. If you did not register just now, do not use it: without it the account cannot be entered and is deleted after a week.',
  },
});

export const alreadyRegisteredMail = (occasion: Occasion): Letter => ({
  kind: 'already-registered',
  subject: 'You already have an account at Voltboard',
  content: {
    heading: 'You already have an account',
    paragraphs: [
      'Somebody tried to register at Voltboard with this address. It has an account already, and nothing about it was changed.',
      'If it was you, sign in with your password, or set a new one if you have forgotten it.',
    ],
    facts: factsOf(occasion),
    action: { label: 'Set a new password', path: '/forgot' },
    note: 'If it was not you, there is nothing to do.',
  },
});

export const invitationOnlyMail = (occasion: Occasion): Letter => ({
  kind: 'invitation-only',
  subject: 'Voltboard accounts are by invitation',
  content: {
    heading: 'Accounts are by invitation',
    paragraphs: [
      'Somebody tried to register at Voltboard with this address. This installation gives accounts to invited addresses only, and this one has not been invited.',
      'If it was you, ask the administrator of your outlet network to invite this address.',
    ],
    facts: factsOf(occasion),
    note: 'If it was not you, there is nothing to do; nothing was stored but this mail.',
  },
});

export const invitationAgainMail = (occasion: Occasion): Letter => ({
  kind: 'invitation-again',
  subject: 'Your invitation to Voltboard',
  content: {
    heading: 'You have been invited',
    paragraphs: [
      'An administrator of Voltboard made an account for this address, and somebody has just tried to register with it. Choose a password for it with the button; the one typed on the registration page is not used.',
    ],
    facts: factsOf(occasion),
    action: { label: 'Choose a password', path: '/password-reset' },
    note: 'The link works once, within 7 days.',
  },
});

export const resetMail = (occasion: Occasion): Letter => ({
  kind: 'reset-password',
  subject: 'Set a new password for Voltboard',
  content: {
    heading: 'Set a new password',
    paragraphs: ['Somebody asked for a new password for your account at Voltboard. If it was you, set it here:'],
    facts: factsOf(occasion),
    action: { label: 'Set a new password', path: '/password-reset' },
    note: 'The link works once, within 30 minutes. If no new mail comes when you ask again, use the newest one you have: asking has made its link good for another 30 minutes. If it was not you, ignore this mail: your password stays as it is.',
  },
});

export const demoAccountMail = (occasion: Occasion): Letter => ({
  kind: 'demo-account',
  subject: 'The password of a demo account stays as it is',
  content: {
    heading: 'This is a demo account',
    paragraphs: [
      'Somebody asked for a new password for this demo account. Its password is printed on the login page and cannot be changed.',
    ],
    facts: factsOf(occasion),
    action: { label: 'Go to the login page', path: '/login' },
  },
});

export const passwordChangedMail = (occasion: Occasion): Letter => ({
  kind: 'password-changed',
  subject: 'Your Voltboard password was changed',
  content: {
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account at Voltboard was set anew by a link from a mail to you. All sessions have ended.',
    ],
    facts: factsOf(occasion),
    action: { label: 'It was not me: set a new password', path: '/forgot' },
    note: 'If it was you, there is nothing to do. If not, set a new password now, and look after your mailbox: whoever did this could read it.',
  },
});
