type Instant = number;

/** `held`: no mail server is configured, and the mail stays readable here. */
export type MailStatus = 'queued' | 'sent' | 'failed' | 'held';

/** The outbox: a mail is written in the transaction of its change (docs/threat-model.md#a16). */
export type MailTable = {
  id: string;
  /** Kind of mail, such as `verify-email`. */
  kind: string;
  to_email: string;
  /** Normalized address. */
  to_key: string;
  /** Address for replies, or empty. */
  reply_to: string;
  subject: string;
  /** JSON of `MailContent`, without the token of its link. */
  content: string;
  /** The one-time token of its link, encrypted; null without one, and after its use. */
  sealed_token: string | null;
  /** Expiry of the link; null without one. */
  expires_at: Instant | null;
  status: MailStatus;
  attempts: number;
  /** Earliest next try. */
  next_at: Instant;
  /** Lease of the process that is sending it. */
  leased_until: Instant;
  last_error: string;
  created_at: Instant;
  sent_at: Instant | null;
  /** Network of the visitor who requested it; empty for mails that visitors cannot request. */
  asked_from: string;
};

/**
 * A visitor's request that is not processed yet. The response reads no account, so it reveals nothing about one
 * (docs/threat-model.md#a5).
 */
export type AccountRequestTable = {
  id: string;
  kind: 'sign-up' | 'reset';
  email_key: string;
  /** Hash of the password chosen at sign-up. */
  password_hash: string | null;
  asked_from: string;
  created_at: Instant;
};

/** One-time tokens of mailed links; `id` is the SHA-256 of the token (docs/threat-model.md#a8). */
export type AccountTokenTable = {
  id: string;
  purpose: 'verify' | 'reset' | 'invite';
  user_id: string;
  /** Hash of the password that takes effect with this token (docs/threat-model.md#a3). */
  password_hash: string | null;
  asked_from: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
};
