import type { PatternRule } from '#contract/traffic-rules.ts';
import { HOUR_MS } from './durations.ts';

/**
 * Number of events before the first match that may belong to the same pattern. These events count as valid, because a
 * rule needs several events to detect a pattern. No rule looks back further than three hours.
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
