import type { Generated } from 'kysely';
import type { StoredRole } from '#domain/role.ts';

type Instant = number;

/** A report that somebody keeps: what it asks, not what it says. */
type SavedReportTable = {
  id: string;
  user_id: string;
  /** Of the maker when it was saved; null for whoever belongs to none. */
  customer_id: string | null;
  name: string;
  /** `nameKey(name)`. */
  name_key: string;
  /** JSON of `ReportQuestion`. */
  question: string;
  shared: 0 | 1;
  version: number;
  created_at: Instant;
  updated_at: Instant;
};

type ReportScheduleTable = {
  id: string;
  report_id: string;
  every_span: 'day' | 'week' | 'month';
  weekday: number;
  day_of_month: number;
  hour: number;
  time_zone: string;
  format: 'csv' | 'xlsx' | 'pdf';
  next_at: Instant;
  created_at: Instant;
  /** A process that mails it holds it until then. */
  leased_until: Generated<Instant>;
  /** Tries that failed since it was mailed for the last time, and when the next one may be. */
  failures: Generated<number>;
  try_at: Generated<Instant>;
};

type ReportRecipientTable = { schedule_id: string; user_id: string };

/** What came of a mail that was due: written to the outbox as `mail_id`, or not at all for a reason. */
type ReportDeliveryTable = {
  id: string;
  report_id: string;
  schedule_id: string;
  user_id: string;
  due_at: Instant;
  made_at: Instant;
  mail_id: string | null;
  reason: string;
};

/** A link for people without an account; the secret itself is kept nowhere. */
type ReportLinkTable = {
  id: string;
  report_id: string;
  /** With whose rights it is read, as they are then. */
  user_id: string;
  /** What the maker was when it was made: with another organisation or role it opens nothing. */
  customer_id: string | null;
  role: StoredRole;
  /** What it asks, whatever the report is changed to. */
  question: string;
  prefix: string;
  /** SHA-256. */
  token_hash: string;
  password_hash: string | null;
  created_at: Instant;
  expires_at: Instant;
  revoked_at: Instant | null;
  views: number;
  last_viewed_at: Instant | null;
};

/** What a mail carries, until it is delivered; only to an account that still is what it was made for. */
type MailAttachmentTable = {
  mail_id: string;
  user_id: string;
  role: StoredRole;
  customer_id: string | null;
  name: string;
  type: string;
  /** Base64. */
  content: string;
};

/** A note on a day; `customer_id` null: of who sees the whole network. */
type ReportMarkTable = {
  id: string;
  user_id: string;
  customer_id: string | null;
  /** `YYYY-MM-DD`. */
  day: string;
  words: string;
  created_at: Instant;
};

export type ReportTables = {
  report_marks: ReportMarkTable;
  saved_reports: SavedReportTable;
  report_schedules: ReportScheduleTable;
  report_recipients: ReportRecipientTable;
  report_deliveries: ReportDeliveryTable;
  report_links: ReportLinkTable;
  mail_attachments: MailAttachmentTable;
};
