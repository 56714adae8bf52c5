import type { Generated } from 'kysely';
import type { StoredRole } from '#domain/role.ts';

type Instant = number;

/** A saved report, which contains a query and not its result. */
type SavedReportTable = {
  id: string;
  user_id: string;
  /** The author's customer when the report was saved; null for authors without a customer. */
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
  /** The lease of the process that is mailing the report. */
  leased_until: Generated<Instant>;
  /** Failed attempts since the last mail, and the earliest time for the next attempt. */
  failures: Generated<number>;
  try_at: Generated<Instant>;
};

type ReportRecipientTable = { schedule_id: string; user_id: string };

/** The outcome for a due mail: either written to the outbox as `mail_id`, or skipped for a reason. */
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

/** A link to a report for people without an account. The secret itself is not stored. */
type ReportLinkTable = {
  id: string;
  report_id: string;
  /** The report is read with this user's current rights. */
  user_id: string;
  /** The author's customer and role when the link was created. The link stops working if either changes. */
  customer_id: string | null;
  role: StoredRole;
  /** The link's own copy of the query. Later changes to the report do not affect this copy. */
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

/** A mail's attachment, kept until delivery. It is sent only if the account still has the same role and customer. */
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

/** A note about a day. `customer_id` is null for notes from users who see the whole network. */
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
