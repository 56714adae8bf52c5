import { INVALID_REASONS, type InvalidReason } from '#contract/ingest.ts';

/**
 * The two kinds of invalid traffic in the MRC guidelines. `general` (GIVT) is found by routine checks of a single
 * event. `sophisticated` (SIVT) requires proof of forgery or an analysis of many events.
 */
export type InvalidCategory = 'general' | 'sophisticated';

export type ReasonEntry = {
  /** The value in the events store's Enum8. Never changed or reused. */
  readonly stored: number;
  readonly category: InvalidCategory;
  /** The name on screens and documents. */
  readonly name: string;
};

/** The registry of reasons. Their precedence is the order of the contract's `INVALID_REASONS`. */
export const REASON_ENTRIES: Readonly<Record<InvalidReason, ReasonEntry>> = {
  play_forged: { stored: 1, category: 'sophisticated', name: 'Forged play' },
  play_expired: { stored: 2, category: 'general', name: 'Expired play' },
  play_elsewhere: { stored: 3, category: 'sophisticated', name: 'Play for another outlet' },
  play_mismatch: { stored: 4, category: 'sophisticated', name: 'Mismatched play' },
  unsigned: { stored: 5, category: 'general', name: 'No play' },
  no_creative: { stored: 13, category: 'general', name: 'No accepted creative' },
  repeated: { stored: 6, category: 'general', name: 'Repeated' },
  paused: { stored: 7, category: 'general', name: 'Flight paused' },
  out_of_order: { stored: 14, category: 'general', name: 'Too early' },
  backfill: { stored: 15, category: 'general', name: 'Outlet was offline' },
  over_budget: { stored: 8, category: 'general', name: 'Over budget' },
  visitor_pace: { stored: 9, category: 'general', name: 'Visitor rate too high' },
  outlet_pace: { stored: 10, category: 'general', name: 'Outlet rate too high' },
  data_centre: { stored: 11, category: 'general', name: 'Data center' },
  outlet_silent: { stored: 12, category: 'general', name: 'No outlet contact' },
  click_pattern: { stored: 16, category: 'sophisticated', name: 'Unusual clicks' },
  energy_pattern: { stored: 17, category: 'sophisticated', name: 'Unusual energy' },
  interval_pattern: { stored: 18, category: 'sophisticated', name: 'Regular intervals' },
  fingerprint_pattern: { stored: 19, category: 'sophisticated', name: 'Unusual fingerprints' },
  closed_hours: { stored: 20, category: 'sophisticated', name: 'Outside opening hours' },
  distant_venues: { stored: 21, category: 'sophisticated', name: 'Visitor at distant venues' },
  many_addresses: { stored: 22, category: 'sophisticated', name: 'Key used from many addresses' },
  outlet_share: { stored: 23, category: 'sophisticated', name: 'Too much of a flight at one outlet' },
};

/** Reasons that mean sophisticated invalid traffic; all others mean general. */
export const SOPHISTICATED_REASONS: readonly InvalidReason[] = INVALID_REASONS.filter(
  (reason) => REASON_ENTRIES[reason].category === 'sophisticated',
);

/** Returns the reason with the highest precedence, or null if there is none. */
export function firstReason(reasons: readonly (InvalidReason | null)[]): InvalidReason | null {
  let first: InvalidReason | null = null;
  for (const reason of reasons) {
    if (reason !== null && (first === null || placeOf(reason) < placeOf(first))) first = reason;
  }
  return first;
}

const PLACES = new Map(INVALID_REASONS.map((reason, at) => [reason, at]));
const placeOf = (reason: InvalidReason): number => PLACES.get(reason) ?? INVALID_REASONS.length;
