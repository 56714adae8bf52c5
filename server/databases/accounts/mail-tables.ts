type Instant = number;

/** `held`: there is no mail server for it, it stays to be read. */
export type MailStatus = 'queued' | 'sent' | 'failed' | 'held';

/** The outbox: a mail is written in the transaction of the change it is about (docs/threat-model.md#a16). */
export type MailTable = {
  id: string;
  /** What it is about, such as `verify-email`. */
  kind: string;
  to_email: string;
  /** Normal form of the address. */
  to_key: string;
  /** Empty, or where an answer goes. */
  reply_to: string;
  subject: string;
  /** JSON of `MailContent`, without the token of its link. */
  content: string;
  /** The one-time token of its link, encrypted; null without one, and once it has served. */
  sealed_token: string | null;
  /** When the link ends; null without one. */
  expires_at: Instant | null;
  status: MailStatus;
  attempts: number;
  /** Not tried before this. */
  next_at: Instant;
  /** A server that tries it holds it until then. */
  leased_until: Instant;
  last_error: string;
  created_at: Instant;
  sent_at: Instant | null;
  /** Network of the stranger who asked for it; empty for mails that nobody outside can ask for. */
  asked_from: string;
};

/** What a stranger asked for, not yet looked at: an answer that reads no account can tell nothing about one (docs/threat-model.md#a5). */
export type AccountRequestTable = {
  id: string;
  kind: 'sign-up' | 'reset';
  email_key: string;
  /** Of the password chosen at sign-up. */
  password_hash: string | null;
  asked_from: string;
  created_at: Instant;
};

/** One-time tokens of mailed links; `id` is the SHA-256 of the token (docs/threat-model.md#a8). */
export type AccountTokenTable = {
  id: string;
  purpose: 'verify' | 'reset' | 'invite';
  user_id: string;
  /** The password that takes effect with this token (docs/threat-model.md#a3). */
  password_hash: string | null;
  asked_from: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
};
