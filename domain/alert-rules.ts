import type { AlertRule, AlertSeverity } from '#contract/alerts.ts';
import type { NotificationKind } from '#contract/notifications.ts';
import { HOUR_MS } from './durations.ts';

/**
 * The sides that a rule alerts, how urgent it is, and its threshold in minutes, percent or readings; null if the rule
 * has no threshold.
 */
type RuleTerms = {
  readonly of: readonly ('property' | 'advertiser' | 'network')[];
  readonly severity: AlertSeverity;
  readonly threshold: number | null;
};

/** Defaults (docs/business-rules.md#alerts). */
export const RULE_TERMS: Readonly<Record<AlertRule, RuleTerms>> = {
  outlet_silent: { of: ['property'], severity: 'warning', threshold: 60 },
  venue_silent: { of: ['property'], severity: 'critical', threshold: null },
  fault: { of: ['property'], severity: 'critical', threshold: null },
  meter_implausible: { of: ['property'], severity: 'warning', threshold: 3 },
  flight_behind: { of: ['advertiser'], severity: 'warning', threshold: 80 },
  budget_used: { of: ['advertiser'], severity: 'info', threshold: 90 },
  flight_over: { of: ['advertiser'], severity: 'info', threshold: null },
  nothing_to_show: { of: ['advertiser'], severity: 'critical', threshold: null },
  views_low: { of: ['property', 'network'], severity: 'warning', threshold: 50 },
  invalid_share: { of: ['property', 'network'], severity: 'warning', threshold: 10 },
  traffic_pattern: { of: ['network'], severity: 'warning', threshold: null },
  document_final: { of: ['property', 'advertiser', 'network'], severity: 'info', threshold: null },
  payout_returned: { of: ['property'], severity: 'critical', threshold: null },
  ingestion_stopped: { of: ['network'], severity: 'critical', threshold: 30 },
  disk_low: { of: ['network'], severity: 'critical', threshold: null },
  mail_failing: { of: ['network'], severity: 'warning', threshold: 30 },
  clock_wrong: { of: ['network'], severity: 'critical', threshold: null },
};

/** Returns the rules of a severity. */
export const rulesOfSeverity = (severity: AlertSeverity): AlertRule[] =>
  (Object.keys(RULE_TERMS) as AlertRule[]).filter((rule) => RULE_TERMS[rule].severity === severity);

/** Informational rules: their alerts need neither action nor acknowledgment. */
export const NEWS_RULES: readonly AlertRule[] = ['document_final'];

/** The kind of notification that a rule's mails are. Rules without an entry are of the kind `alert`. */
const KINDS: Partial<Record<AlertRule, NotificationKind>> = {
  budget_used: 'flight_ending',
  flight_over: 'flight_ending',
};

/** Returns the kind of notification that each person can turn off to get no mail about the rule. */
export const notificationOfRule = (rule: AlertRule): NotificationKind => KINDS[rule] ?? 'alert';

/** Rules whose mails to customers are notifications of their own, so that no alert is mailed as well. */
export const NOTIFIED_APART: readonly AlertRule[] = ['document_final', 'payout_returned'];

/** Minimum time between mails for the same rule and recipient. */
export const MAIL_EVERY_MS = HOUR_MS;

/** Whether a minute of the day is in quiet hours, which may span midnight. Equal ends mean no quiet hours. */
export const isQuiet = (minute: number, { from, to }: { readonly from: number; readonly to: number }): boolean =>
  from <= to ? minute >= from && minute < to : minute >= from || minute < to;
