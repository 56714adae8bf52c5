import type { Generated } from 'kysely';
import type { InvalidReason } from '#contract/ingest.ts';
import type { PatternMode, PatternRule } from '#contract/traffic-rules.ts';

/** Rules for invalid traffic, from an instant on; a null limit is off. */
type TrafficRulesTable = {
  id: string;
  valid_from: number;
  /** Displayed name of their author. */
  made_by: string;
  visitor_seconds: number | null;
  outlet_pace: 0 | 1;
  data_centre: 0 | 1;
  silent_minutes: number | null;
  backfill_hours: Generated<number | null>;
  /** JSON: the mode of each statistical rule that differs from the initial defaults, by its name. */
  patterns: Generated<string>;
};

/** A pattern that a statistical rule found: one row from its first event until the pattern ends. */
type TrafficFindingTable = {
  id: string;
  rule: PatternRule;
  mode: Exclude<PatternMode, 'off'>;
  /** The outlet with the pattern. */
  outlet_key: number;
  /** 0 for patterns without a flight. */
  flight_key: number;
  /** Event time of the first and the last event of the pattern, epoch ms. */
  first_at: number;
  last_at: number;
  /** Server time of its last event, epoch ms. */
  seen_at: number;
  /** Events of the pattern so far. */
  events: number;
  /** Null while it lasts. */
  ended_at: number | null;
  /** The adjustment that reversed the counted events; null: none. */
  adjustment_id: string | null;
  /** An administrator's proposed reversal, as `adjust-findings.ts` writes it (JSON); '' without a proposal. */
  proposal: Generated<string>;
  proposed_at: number | null;
  proposed_by: string | null;
  proposed_by_id: string | null;
};

/**
 * A customer's dispute of one reason at an outlet on a day of its venue. A customer cannot file the same dispute twice.
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
  /** The reason of a decline, or the comment of an acceptance. */
  answer: string;
};

/** Credits or charges both sides; immutable. For an accepted dispute: the amounts that its events would have earned. */
type AdjustmentTable = {
  id: string;
  /** Null: an administrator made it without a dispute. */
  objection_id: string | null;
  made_at: number;
  made_by: string;
  reason: string;
  outlet_id: string | null;
  day: string | null;
  invalid: InvalidReason | null;
};

/** Per owner and flight: the amount that the advertiser owes, and the owner's part of it; 0 is none. */
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
