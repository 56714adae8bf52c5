import type { PatternMode, PatternRule } from '#contract/traffic-rules.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
import { type Version, versionAt } from './version-at.ts';

/** What an operator sets of the rules that judge views; the rest of the order of judging cannot be set. */
export type TrafficRules = {
  /** Views of one fingerprint in an hour that count; null: any number. */
  readonly visitorViews: number | null;
  /** Whether a view counts that begins before the one before it can have ended. */
  readonly outletPace: boolean;
  /** Whether addresses in the operator's list are looked for. */
  readonly dataCentre: boolean;
  /** So long an outlet may have been silent beside the event itself; null: for ever. */
  readonly silentMinutes: number | null;
  /** What each statistical rule does. */
  readonly patterns: PatternModes;
};

export type PatternModes = Readonly<Record<PatternRule, PatternMode>>;

/**
 * Defaults of the statistical rules. A rule invalidates by default where no honest visitor makes such a pattern; where a
 * broken meter does as well, it only raises an alert.
 */
export const FIRST_PATTERNS: PatternModes = {
  click_pattern: 'invalidate',
  energy_pattern: 'flag',
  interval_pattern: 'invalidate',
  fingerprint_pattern: 'invalidate',
  distant_venues: 'invalidate',
};

export type TrafficRulesVersion = Version & TrafficRules;

/** Modes as they are stored (JSON); the default of each rule that is not there. */
export const readPatterns = (stored: string): PatternModes => ({
  ...FIRST_PATTERNS,
  ...(JSON.parse(stored) as Partial<PatternModes>),
});

/** Until somebody sets others (docs/business-rules.md#invalid-traffic). */
export const FIRST_RULES: TrafficRules = {
  visitorViews: 30,
  outletPace: true,
  dataCentre: true,
  silentMinutes: null,
  patterns: FIRST_PATTERNS,
};

/** Events are judged by the rules that hold when they arrive. */
export const rulesAt = (versions: readonly TrafficRulesVersion[], atMs: number): TrafficRules =>
  versionAt(versions, atMs) ?? FIRST_RULES;

/** Whether one more view makes more than `most` of an hour, whichever hour it lies in: what comes late is judged as what came in time. */
export function isOverVisitorPace(countedMs: readonly number[], atMs: number, most: number): boolean {
  const near = countedMs.filter((one) => Math.abs(one - atMs) < HOUR_MS);
  if (near.length < most) return false;
  const times = [...near, atMs].sort((one, other) => one - other);
  return times.some((first, at) => {
    const last = times[at + most];
    return last !== undefined && last - first < HOUR_MS && first <= atMs && last >= atMs;
  });
}

/** A view of an outlet and how long its creative is shown; 0 where that is not known, and then it is in nobody's way. */
export type ShownAt = { readonly atMs: number; readonly seconds: number };

/** Longest creative. */
export const MOST_SHOWN_MS = 60 * SECOND_MS;

/** Whether two views of one outlet cannot both have been shown, in whichever order they were reported. */
export function overlaps(one: ShownAt, other: ShownAt): boolean {
  const [first, next] = one.atMs <= other.atMs ? [one, other] : [other, one];
  return next.atMs < first.atMs + first.seconds * SECOND_MS;
}

/** Whether the outlet showed no other sign of life within the time; what came after the event leaves it open, and counts for it. */
export const isSilent = (contactsMs: readonly number[], atMs: number, minutes: number): boolean =>
  contactsMs.every((contact) => contact < atMs - minutes * MINUTE_MS);
