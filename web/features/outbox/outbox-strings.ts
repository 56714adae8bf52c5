/** Texts of `mail-drawer.tsx`. */
export const mailDrawerStrings = {
  emailQueued: 'Email queued for delivery',
  email: 'Email',
  resend: 'Resend',
  send: 'Send',
  emailFailed: 'The email could not be loaded.',
  status: 'Status',
  created: 'Created',
  delivered: 'Delivered',
  attempts: 'Attempts',
  lastError: 'Last error',
  view: 'View',
  asSent: 'Formatted',
  plainText: 'Plain text',
  frameTitle: 'Email: {subject}',
} as const;

/** Texts of `mail-status.tsx`. */
export const mailStatusStrings = {
  delivered: 'Delivered',
  queued: 'Queued',
  failed: 'Failed',
  notSent: 'Not sent',
} as const;

/** Texts of `outbox-page.tsx`. */
export const outboxPageStrings = {
  emailNoun: { one: 'email', other: 'emails' },
  subject: 'Subject',
  to: 'To',
  status: 'Status',
  created: 'Created',
  allEmails: 'All emails',
  mail: 'Email',
  contextNoServer: 'No mail server is configured (SMTP_URL). Emails are stored here, and their links work.',
  context: 'Emails to users and their delivery status',
  outgoingEmail: 'Outgoing email',
  searchLabel: 'Recipient or subject',
  emptyTitle: 'No emails yet',
  empty: 'Emails about registration, passwords and invitations appear here.',
} as const;
