import type { Generated } from 'kysely';
import type { InvalidReason } from '#contract/ingest.ts';
import type { PatternMode, PatternRule } from '#contract/traffic-rules.ts';

/** Rules for invalid traffic, valid from a time on. A limit of null is off. */
type TrafficRulesTable = {
  id: string;
  valid_from: number;
  /** The author's name as displayed. */
  made_by: string;
  visitor_seconds: number | null;
  outlet_pace: 0 | 1;
  data_centre: 0 | 1;
  silent_minutes: number | null;
  backfill_hours: Generated<number | null>;
  /** JSON: by rule name, the mode of each statistical rule that differs from the initial defaults. */
  patterns: Generated<string>;
};

/** A pattern found by a statistical rule. One row covers the pattern from its first event until it ends. */
type TrafficFindingTable = {
  id: string;
  rule: PatternRule;
  mode: Exclude<PatternMode, 'off'>;
  /** The outlet where the pattern occurred. */
  outlet_key: number;
  /** 0 for patterns without a flight. */
  flight_key: number;
  /** Event times of the pattern's first and last event, epoch ms. */
  first_at: number;
  last_at: number;
  /** Server time of the pattern's last event, epoch ms. */
  seen_at: number;
  /** Number of events in the pattern so far. */
  events: number;
  /** Null while the pattern lasts. */
  ended_at: number | null;
  /** The adjustment that reversed the events that had counted; null if none. */
  adjustment_id: string | null;
  /** An administrator's proposed reversal as JSON, written by `adjust-findings.ts`; '' without a proposal. */
  proposal: Generated<string>;
  proposed_at: number | null;
  proposed_by: string | null;
  proposed_by_id: string | null;
};

/**
 * A customer's objection to one reason at an outlet on a day, in the venue's time zone. A customer can't file the same
 * objection twice.
 */
type ObjectionTable = {
  id: string;
  customer_id: string;
  outlet_id: string;
  /** `YYYY-MM-DD`, as stamped on the events. */
  day: string;
  reason: InvalidReason;
  words: string;
  state: 'open' | 'accepted' | 'declined';
  raised_at: number;
  raised_by: string;
  raised_by_id: string | null;
  decided_at: number | null;
  decided_by: string | null;
  /** The reason for declining the objection, or a comment on accepting it. */
  answer: string;
};

/**
 * Credits or charges to both sides. Immutable. For an accepted objection, the amounts are those that its events would
 * have earned.
 */
type AdjustmentTable = {
  id: string;
  /** Null if an administrator made the adjustment without an objection. */
  objection_id: string | null;
  made_at: number;
  made_by: string;
  reason: string;
  outlet_id: string | null;
  day: string | null;
  invalid: InvalidReason | null;
};

/**
 * Amounts per owner and flight: the amount that the advertiser owes, and the owner's part of that amount. A key of 0
 * means none.
 */
type AdjustmentLineTable = {
  adjustment_id: string;
  owner_key: number;
  advertiser_key: number;
  campaign_key: number;
  flight_key: number;
  events: number;
  amount_micros: number;
  owner_micros: number;
};

export type TrafficTables = {
  traffic_rules: TrafficRulesTable;
  traffic_findings: TrafficFindingTable;
  objections: ObjectionTable;
  adjustments: AdjustmentTable;
  adjustment_lines: AdjustmentLineTable;
};
