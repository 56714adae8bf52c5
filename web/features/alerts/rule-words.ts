import type { AlertRule } from '#contract/alerts.ts';

type RuleWords = { readonly name: string /** The unit of the threshold. */; readonly unit: string };

/** Names of the alert rules for people. */
export const RULE_WORDS: Readonly<Record<AlertRule, RuleWords>> = {
  outlet_silent: { name: 'An outlet is silent', unit: 'minutes' },
  venue_silent: { name: 'A whole venue is silent', unit: '' },
  fault: { name: 'An outlet reports a fault', unit: '' },
  meter_implausible: { name: 'A meter reports implausible readings', unit: 'readings a day' },
  flight_behind: { name: 'A flight is behind its plan', unit: 'percent' },
  budget_used: { name: 'A budget is nearly used', unit: 'percent' },
  nothing_to_show: { name: 'A live flight has no creative', unit: '' },
  flight_over: { name: 'A flight is spent, or about to end', unit: '' },
  views_low: { name: 'Views are far below the same weekdays', unit: 'percent' },
  traffic_pattern: { name: 'Traffic that looks like a bot', unit: '' },
  invalid_share: { name: 'Many views do not count', unit: 'percent' },
  document_final: { name: 'A document is final', unit: '' },
  payout_returned: { name: 'A payout is returned', unit: '' },
  ingestion_stopped: { name: 'Nothing comes in', unit: 'minutes' },
  disk_low: { name: 'The disk is low', unit: '' },
  clock_wrong: { name: 'The clock of a server is wrong', unit: '' },
  mail_failing: { name: 'Mails are not delivered', unit: 'minutes' },
};
