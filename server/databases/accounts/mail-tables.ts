import type { Generated } from 'kysely';
import type { NotificationKind } from '#contract/notifications.ts';

type Instant = number;

/** `held`: no mail server is configured, so the mail can only be read in the outbox. */
export type MailStatus = 'queued' | 'sent' | 'failed' | 'held';

/** The outbox. A mail is written in the transaction of the change that the mail reports (docs/threat-model.md#a16). */
export type MailTable = {
  id: string;
  /** The kind of mail, such as `verify-email`. */
  kind: string;
  to_email: string;
  /** Normalized address. */
  to_key: string;
  /** Address for replies, or ''. */
  reply_to: string;
  subject: string;
  /** JSON of `MailContent`, without the token for its link. */
  content: string;
  /** The one-time token for the link, encrypted. Null if there is no link, and after the token was used. */
  sealed_token: string | null;
  /** When the link expires; null without a link. */
  expires_at: Instant | null;
  status: MailStatus;
  attempts: number;
  /** Earliest time for the next attempt. */
  next_at: Instant;
  /** The lease of the process that is sending the mail. */
  leased_until: Instant;
  last_error: string;
  created_at: Instant;
  sent_at: Instant | null;
  /** Network of the visitor who requested the mail; empty for mails that visitors can't request. */
  asked_from: string;
  /** The kind of notification that it is; '' for mails that no person can turn off. */
  notification: Generated<NotificationKind | ''>;
  /** Who can unsubscribe from it: `user:` or `customer:` and an ID; '' for no one. */
  unsubscriber: Generated<string>;
};

/** What a person was notified about. A person gets each cause once. */
export type NotificationTable = {
  id: string;
  user_id: string;
  /** The organization that it is about; null for administrators. */
  customer_id: string | null;
  kind: NotificationKind;
  cause: string;
  title: string;
  detail: string;
  path: string;
  /** 0 if the person turned the channel off. */
  in_app: 0 | 1;
  created_at: Instant;
  read_at: Instant | null;
};

/** How a person is notified about a kind. Kinds without a row have the defaults. */
export type NotificationChoiceTable = { user_id: string; kind: NotificationKind; in_app: 0 | 1; mail: 0 | 1 };

/**
 * A visitor's request that has not been processed yet. The response is the same for every address, so it does not
 * reveal whether an account exists (docs/threat-model.md#a5).
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

/** One-time tokens in mailed links; `id` is the SHA-256 of the token (docs/threat-model.md#a8). */
export type AccountTokenTable = {
  id: string;
  purpose: 'verify' | 'reset' | 'invite';
  user_id: string;
  /** Hash of the password that takes effect when the token is used (docs/threat-model.md#a3). */
  password_hash: string | null;
  asked_from: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
};
