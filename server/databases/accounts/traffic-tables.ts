import type { Generated } from 'kysely';
import type { InvalidReason } from '#contract/ingest.ts';
import type { PatternMode, PatternRule } from '#contract/traffic-rules.ts';

/** Rules that judge views, from an instant on; a limit that is null is off. */
type TrafficRulesTable = {
  id: string;
  valid_from: number;
  /** Who set them, as shown. */
  made_by: string;
  visitor_seconds: number | null;
  outlet_pace: 0 | 1;
  data_centre: 0 | 1;
  silent_minutes: number | null;
  backfill_hours: Generated<number | null>;
  /** JSON: the mode of each statistical rule that differs from the first defaults, by its name. */
  patterns: Generated<string>;
};

/** Where a statistical rule found its pattern: one row from its first event until the pattern ends. */
type TrafficFindingTable = {
  id: string;
  rule: PatternRule;
  mode: Exclude<PatternMode, 'off'>;
  /** The outlet whose events show it. */
  outlet_key: number;
  /** 0 where it is about no flight. */
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
  /** The adjustment that took back what counted; null: none. */
  adjustment_id: string | null;
  /** What an administrator proposed to take back, as `adjust-findings.ts` writes it (JSON); '' where there is no proposal. */
  proposal: Generated<string>;
  proposed_at: number | null;
  proposed_by: string | null;
  proposed_by_id: string | null;
};

/** Of one customer against one reason at an outlet on a day of its venue; nobody can say the same twice. */
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
  /** Why it was declined; what was said with the acceptance. */
  answer: string;
};

/** Credits or charges both sides; never changed. Of an accepted objection: with what events would have earned. */
type AdjustmentTable = {
  id: string;
  /** Null: an administrator made it without one. */
  objection_id: string | null;
  made_at: number;
  made_by: string;
  reason: string;
  outlet_id: string | null;
  day: string | null;
  invalid: InvalidReason | null;
};

/** Of an owner and a flight: what the advertiser owes, and the owner's part of it; 0 is none. */
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
