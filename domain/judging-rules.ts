import type { PatternMode, PatternRule } from '#contract/traffic-rules.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
import { type Version, versionAt } from './version-at.ts';

/** Configurable settings for the view validation rules. The other rules are fixed. */
export type TrafficRules = {
  /** Maximum number of valid ad seconds per fingerprint and hour; null for no limit. */
  readonly visitorSeconds: number | null;
  /** Whether a view is invalid if its outlet cannot have shown the view in addition to its other views. */
  readonly outletPace: boolean;
  /** Whether addresses are checked against the operator's list. */
  readonly dataCentre: boolean;
  /** How long before an event its outlet may have been silent, in minutes; null for no limit. */
  readonly silentMinutes: number | null;
  /**
   * Number of hours before a late view within which its outlet must have sent something else; null to skip the check.
   */
  readonly backfillHours: number | null;
  /** The mode for each statistical rule. */
  readonly patterns: PatternModes;
};

export type PatternModes = Readonly<Record<PatternRule, PatternMode>>;

/**
 * Default modes for the statistical rules. A rule invalidates events if no honest visitor creates the pattern. A rule
 * only raises an alert if a broken meter or a wrong venue entry may also cause the pattern.
 */
export const FIRST_PATTERNS: PatternModes = {
  click_pattern: 'invalidate',
  energy_pattern: 'flag',
  interval_pattern: 'invalidate',
  fingerprint_pattern: 'invalidate',
  closed_hours: 'flag',
  distant_venues: 'invalidate',
  many_addresses: 'flag',
  outlet_share: 'flag',
};

export type TrafficRulesVersion = Version & TrafficRules;

/** Parses stored modes (JSON). A missing rule gets its default. */
export const readPatterns = (stored: string): PatternModes => ({
  ...FIRST_PATTERNS,
  ...(JSON.parse(stored) as Partial<PatternModes>),
});

/**
 * The default rules (docs/business-rules.md#invalid-traffic). A visitor cannot watch more than an hour of ads in an
 * hour.
 */
export const FIRST_RULES: TrafficRules = {
  visitorSeconds: 3_600,
  outletPace: true,
  dataCentre: true,
  silentMinutes: null,
  backfillHours: 48,
  patterns: FIRST_PATTERNS,
};

/** Returns the rules in effect when an event arrives. The event is evaluated under these rules. */
export const rulesAt = (versions: readonly TrafficRulesVersion[], atMs: number): TrafficRules =>
  versionAt(versions, atMs) ?? FIRST_RULES;

/**
 * Whether a view and its visitor's valid views exceed the allowed seconds of ads in some hour. Views may arrive in any
 * order, so the hours before and after the view are checked.
 */
export function isOverVisitorPace(counted: readonly ShownAt[], view: ShownAt, mostSeconds: number): boolean {
  const near = counted.filter(({ atMs }) => Math.abs(atMs - view.atMs) < HOUR_MS);
  if (totalSeconds(near) + view.seconds <= mostSeconds) return false;
  const shown = [...near, view].sort((one, other) => one.atMs - other.atMs);
  return shown.some((first) => {
    if (first.atMs > view.atMs || view.atMs >= first.atMs + HOUR_MS) return false;
    const ofHour = shown.filter(({ atMs }) => atMs >= first.atMs && atMs < first.atMs + HOUR_MS);
    return totalSeconds(ofHour) > mostSeconds;
  });
}

const totalSeconds = (views: readonly ShownAt[]): number => views.reduce((sum, { seconds }) => sum + seconds, 0);

/** A view and its creative's duration in seconds. A view with 0 (unknown) is never too fast. */
export type ShownAt = { readonly atMs: number; readonly seconds: number };

/** Maximum duration of a creative, in milliseconds. */
export const MOST_SHOWN_MS = 60 * SECOND_MS;

/** Maximum time between two views at one outlet that affect each other's evaluation. */
export const OUTLET_WINDOW_MS = 5 * MINUTE_MS;

/** Whether two views overlap in time, regardless of their order. */
export function overlaps(one: ShownAt, other: ShownAt): boolean {
  const [first, next] = one.atMs <= other.atMs ? [one, other] : [other, one];
  return next.atMs < first.atMs + first.seconds * SECOND_MS;
}

/**
 * Maximum ratio of the seconds of ads started per socket to the seconds elapsed. Above 1, because visitors may skip
 * ads.
 */
const SKIPPED_RATE = 1.25;

/**
 * Whether an outlet cannot have shown a view in addition to its valid views. If a view begins before the previous view
 * can have ended, the visitor skipped an ad. Skips are valid until the outlet is more than two ads per socket ahead of
 * the clock.
 */
export function isOverOutletPace(counted: readonly ShownAt[], view: ShownAt, sockets: number): boolean {
  const near = counted.filter(({ atMs }) => Math.abs(atMs - view.atMs) < OUTLET_WINDOW_MS);
  const shown = [...near, view].sort((one, other) => one.atMs - other.atMs);
  const longest = shown.reduce((most, { seconds }) => Math.max(most, seconds), 0);
  const mostAhead = (sockets + 1) * longest;
  let ahead = 0;
  let lastMs = shown[0]?.atMs ?? 0;
  for (const { atMs, seconds } of shown) {
    ahead = Math.max(0, ahead - ((atMs - lastMs) / SECOND_MS) * SKIPPED_RATE * sockets);
    if (atMs >= view.atMs && ahead > mostAhead) return true;
    ahead += seconds;
    lastMs = atMs;
  }
  return false;
}

/**
 * Whether an outlet had no contact since `minutes` before the event. Contacts after the event also count, even though
 * some may not have arrived yet.
 */
export const isSilent = (contactsMs: readonly number[], atMs: number, minutes: number): boolean =>
  contactsMs.every((contact) => contact < atMs - minutes * MINUTE_MS);

/**
 * Minimum fraction of a creative's duration that must elapse. A tenth is tolerated, because outlets round times and
 * clocks drift.
 */
const SHOWN_PART = 0.9;

/** Whether a click or burn is too early: before its view, or before a creative that takes `seconds` can have ended. */
export const isOutOfOrder = (afterViewMs: number, seconds: number): boolean =>
  afterViewMs < seconds * SECOND_MS * SHOWN_PART;

/** Maximum delay of an event that does not count as late. */
export const IN_TIME_MS = HOUR_MS;

/**
 * Whether a late view lacks an earlier contact from its outlet. `arrivalHours` are the hours since 1970 (UTC) in which
 * the server received something from the outlet. The outlet's own timestamps prove nothing.
 */
export function isBackfill(arrivalHours: readonly number[], atMs: number, withinHours: number): boolean {
  const hour = Math.floor(atMs / HOUR_MS);
  return !arrivalHours.some((one) => one <= hour && one >= hour - withinHours);
}
