import type { Generated } from 'kysely';
import type { AlertRule } from '#contract/alerts.ts';

type Instant = number;

/** Alerts. `cause` identifies the cause of an alert, and there is at most one active alert per cause. */
type AlertTable = {
  id: string;
  cause: string;
  rule: AlertRule;
  /** Null for alerts about the installation, which administrators receive. */
  customer_id: string | null;
  title: string;
  /** JSON of `Affected[]`. */
  affected: string;
  affected_count: Generated<number>;
  /** The names in `affected`, one per line, for the search. */
  affected_names: Generated<string>;
  path: string;
  /** The venue with the problem. Null if the alert concerns no single venue. */
  venue_id: string | null;
  /** When the problem began. Null if that is unknown. */
  since_at: Instant | null;
  /** When a check found it. */
  raised_at: Instant;
  ended_at: Instant | null;
  acknowledged_at: Instant | null;
  /** When the start of the alert was mailed, or skipped because it had no subscribers. */
  mailed_at: Instant | null;
};

type AlertReaderTable = { user_id: string; seen_at: Instant };

/**
 * Settings of an alert rule. `organisation` is a customer's ID, or '' for the installation. Rules without a row have
 * the defaults.
 */
type AlertRuleTable = {
  organisation: string;
  rule: AlertRule;
  is_on: 0 | 1;
  threshold: number | null;
  mails: 0 | 1;
  muted_until: Instant | null;
  /** Time of the last mail; 0 before the first mail. */
  mailed_at: Instant;
};

type AlertQuietHoursTable = { organisation: string; from_minute: number; to_minute: number; time_zone: string };

type AlertWebhookTable = {
  id: string;
  organisation: string;
  url: string;
  sealed_secret: string;
  created_at: Instant;
};

type AlertCallTable = {
  /** The call's ID, which is also sent to the receiver. A repeated call has the same ID. */
  id: string;
  webhook_id: string;
  event: 'alert.begun' | 'alert.ended';
  body: string;
  status: 'queued' | 'sent' | 'failed';
  attempts: number;
  next_at: Instant;
  leased_until: Instant;
  last_error: string;
  created_at: Instant;
  sent_at: Instant | null;
};

/** The lease of the process that may call the webhook, so that all processes together make one call after the other. */
type WebhookTurnTable = { webhook_id: string; leased_until: Instant };

/** The alert that a call is about. Calls about the same alert are sent in order. */
type AlertCallSubjectTable = { call_id: string; webhook_id: string; alert_id: string };

export type AlertTables = {
  alerts: AlertTable;
  alert_readers: AlertReaderTable;
  alert_rules: AlertRuleTable;
  alert_quiet_hours: AlertQuietHoursTable;
  alert_webhooks: AlertWebhookTable;
  alert_calls: AlertCallTable;
  alert_call_subjects: AlertCallSubjectTable;
  webhook_turns: WebhookTurnTable;
};
