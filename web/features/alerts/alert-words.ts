import type { AlertRule, AlertSeverity } from '#contract/alerts.ts';
import { counted, NOUNS, type Noun } from '#domain/counted.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { alertWordsStrings as strings } from './alerts-strings.ts';

type RuleWords = {
  readonly name: string;
  /** The unit of the threshold; null if the rule has none. */
  readonly unit: Noun | null;
  /** What its alerts affect. Null if they affect the installation. */
  readonly affected: Noun | null;
  /** The text before the time when the problem began. */
  readonly since: string;
};

const { since } = strings;
const { document, flight, outlet, venue } = NOUNS;

/** Display names of the alert rules, and their words. */
export const RULE_WORDS: Readonly<Record<AlertRule, RuleWords>> = {
  outlet_silent: { name: strings.outletOffline, unit: strings.minutes, affected: outlet, since: strings.offlineSince },
  venue_silent: { name: strings.venueOffline, unit: null, affected: outlet, since: strings.offlineSince },
  fault: { name: strings.outletFault, unit: null, affected: outlet, since },
  meter_implausible: { name: strings.implausibleReadings, unit: strings.readingsPerDay, affected: outlet, since },
  flight_behind: { name: strings.flightBehind, unit: strings.percent, affected: flight, since },
  budget_used: { name: strings.budgetNearlyUsed, unit: strings.percent, affected: flight, since },
  nothing_to_show: { name: strings.noCreative, unit: null, affected: flight, since },
  flight_over: { name: strings.flightOver, unit: null, affected: flight, since },
  views_low: { name: strings.fewViews, unit: strings.percent, affected: venue, since },
  traffic_pattern: { name: strings.botTraffic, unit: null, affected: outlet, since },
  invalid_share: { name: strings.highInvalidTraffic, unit: strings.percent, affected: venue, since },
  document_final: { name: strings.documentFinal, unit: null, affected: document, since: strings.finalSince },
  payout_returned: { name: strings.payoutReturned, unit: null, affected: strings.payouts, since: strings.returnedOn },
  ingestion_stopped: { name: strings.noEvents, unit: strings.minutes, affected: null, since },
  disk_low: { name: strings.diskLow, unit: null, affected: null, since },
  clock_wrong: { name: strings.clockWrong, unit: null, affected: null, since },
  mail_failing: { name: strings.emailFailing, unit: strings.minutes, affected: null, since },
};

/** Display names of the severities, and the tone of their tags. */
export const SEVERITY_WORDS: Readonly<
  Record<AlertSeverity, { readonly name: string; readonly tone: 'critical' | 'warning' | 'neutral' }>
> = {
  critical: { name: strings.critical, tone: 'critical' },
  warning: { name: strings.warning, tone: 'warning' },
  info: { name: strings.info, tone: 'neutral' },
};

/** Formats a length of time in its largest suitable unit: '45 minutes', '30 hours', '3 days'. */
export function lengthInWords(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS));
  if (minutes < 120) return counted(minutes, strings.minutes);
  const hours = Math.floor(ms / HOUR_MS);
  return hours < 48 ? counted(hours, strings.hours) : counted(Math.floor(hours / 24), NOUNS.day);
}
