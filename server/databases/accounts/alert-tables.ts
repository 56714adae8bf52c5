import type { AlertRule } from '#contract/alerts.ts';

type Instant = number;

/** One alert a cause at a time; `cause` names it as long as it lasts. */
type AlertTable = {
  id: string;
  cause: string;
  rule: AlertRule;
  /** Null: the installation's own, for administrators. */
  customer_id: string | null;
  title: string;
  /** JSON of `Affected[]`. */
  affected: string;
  path: string;
  raised_at: Instant;
  ended_at: Instant | null;
  acknowledged_at: Instant | null;
  /** When its beginning was mailed, or could be left out because nobody wants it. */
  mailed_at: Instant | null;
};

type AlertReaderTable = { user_id: string; seen_at: Instant };

/** `organisation` is the id of a customer, or '' for the installation; what is not here is as by default. */
type AlertRuleTable = {
  organisation: string;
  rule: AlertRule;
  is_on: 0 | 1;
  threshold: number | null;
  mails: 0 | 1;
  muted_until: Instant | null;
  /** Of the last mail; 0 before the first. */
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
  /** Also what the receiver knows it by: the same call again has the same. */
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

/** Whoever calls a webhook has its turn until then: one call at a time, whichever process makes it. */
type WebhookTurnTable = { webhook_id: string; leased_until: Instant };

/** Which alert a call is about: those about one are made in their order. */
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
