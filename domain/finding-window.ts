import type { PatternRule } from '#contract/traffic-rules.ts';
import { HOUR_MS } from './durations.ts';

/**
 * Events before the first one that a rule found: so many show the pattern before the rule can tell, and counted. No rule looks
 * farther back than three hours.
 */
export const COUNTED_BEFORE: Readonly<Record<PatternRule, number>> = {
  click_pattern: 20,
  energy_pattern: 30,
  interval_pattern: 20,
  fingerprint_pattern: 60,
  closed_hours: 0,
  distant_venues: 2,
  many_addresses: 0,
  outlet_share: 200,
};

export const COUNTED_BEFORE_MS = 3 * HOUR_MS;
