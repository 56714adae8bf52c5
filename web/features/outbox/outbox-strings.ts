/** Texts of `mail-drawer.tsx`. */
export const mailDrawerStrings = {
  theMailIsOnIts: 'The mail is on its way',
  mail: 'Email',
  sendAgain: 'Send again',
  send: 'Send',
  theMailCouldNotBe: 'The mail could not be loaded.',
  status: 'Status',
  written: 'Written',
  delivered: 'Delivered',
  tries: 'Tries',
  lastFailure: 'Last failure',
  view: 'View',
  asSent: 'As sent',
  plainText: 'Plain text',
  allowPopupsAllowPopupsTo: 'allow-popups allow-popups-to-escape-sandbox',
} as const;

/** Texts of `mail-status.tsx`. */
export const mailStatusStrings = {
  delivered: 'Delivered',
  onItsWay: 'On its way',
  failed: 'Failed',
  keptHere: 'Kept here',
} as const;

/** Texts of `outbox-page.tsx`. */
export const outboxPageStrings = {
  subject: 'Subject',
  to: 'To',
  status: 'Status',
  written: 'Written',
  allMails: 'All mails',
  mail: 'Email',
  noMailServerIsConfigured: 'No mail server is configured (SMTP_URL): mails stay here to be read, with working links',
  whatWasWrittenToPeople: 'What was written to people, and what became of it',
  outgoingMail: 'Outgoing mail',
  addressOrSubject: 'Address or subject',
  noMailYet: 'No mail yet',
  mailsAboutRegistrationPasswordsAnd: 'Mails about registration, passwords and invitations are listed here.',
} as const;
