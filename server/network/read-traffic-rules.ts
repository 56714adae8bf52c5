import type { TriedRules } from '#contract/traffic-rules.ts';
import { FIRST_RULES, readPatterns, type TrafficRules } from '#domain/judging-rules.ts';

/** A stored version of the rules. */
export type RulesRow = {
  readonly visitor_seconds: number | null;
  readonly outlet_pace: 0 | 1;
  readonly data_centre: 0 | 1;
  readonly silent_minutes: number | null;
  readonly backfill_hours: number | null;
  readonly patterns: string;
};

export const RULE_COLUMNS = [
  'visitor_seconds',
  'outlet_pace',
  'data_centre',
  'silent_minutes',
  'backfill_hours',
  'patterns',
] as const;

export const rulesOfRow = (row: RulesRow): TrafficRules => ({
  visitorSeconds: row.visitor_seconds,
  outletPace: row.outlet_pace === 1,
  dataCentre: row.data_centre === 1,
  silentMinutes: row.silent_minutes,
  backfillHours: row.backfill_hours,
  patterns: readPatterns(row.patterns),
});

/**
 * Converts a request's rules. A missing `backfill_hours` gets its default. Missing statistical rules keep their values
 * from `now`.
 */
export const readTrafficRules = (sent: TriedRules, now: TrafficRules): TrafficRules => ({
  visitorSeconds: sent.visitor_seconds,
  outletPace: sent.outlet_pace,
  dataCentre: sent.data_centre,
  silentMinutes: sent.silent_minutes,
  backfillHours: sent.backfill_hours === undefined ? FIRST_RULES.backfillHours : sent.backfill_hours,
  patterns: { ...now.patterns, ...sent.patterns },
});
