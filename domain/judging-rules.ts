import type { PatternMode, PatternRule } from '#contract/traffic-rules.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
import { type Version, versionAt } from './version-at.ts';

/** What an operator sets of the rules that judge views; the rest of the order of judging cannot be set. */
export type TrafficRules = {
  /** Seconds of ads of one fingerprint that count in an hour. Null: no limit. */
  readonly visitorSeconds: number | null;
  /** Whether views are invalid that the outlet cannot have shown beside its other views. */
  readonly outletPace: boolean;
  /** Whether addresses in the operator's list are looked for. */
  readonly dataCentre: boolean;
  /** So long an outlet may have been silent beside the event itself; null: for ever. */
  readonly silentMinutes: number | null;
  /** Hours before a late view within which something of its outlet must have arrived. Null: not checked. */
  readonly backfillHours: number | null;
  /** What each statistical rule does. */
  readonly patterns: PatternModes;
};

export type PatternModes = Readonly<Record<PatternRule, PatternMode>>;

/**
 * Defaults of the statistical rules. A rule invalidates by default where no honest visitor makes such a pattern; where a
 * broken meter does as well, or what was entered of a venue may be wrong, it only raises an alert.
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

/** Modes as they are stored (JSON); the default of each rule that is not there. */
export const readPatterns = (stored: string): PatternModes => ({
  ...FIRST_PATTERNS,
  ...(JSON.parse(stored) as Partial<PatternModes>),
});

/** The defaults (docs/business-rules.md#invalid-traffic). Nobody watches more than an hour of ads in an hour. */
export const FIRST_RULES: TrafficRules = {
  visitorSeconds: 3_600,
  outletPace: true,
  dataCentre: true,
  silentMinutes: null,
  backfillHours: 48,
  patterns: FIRST_PATTERNS,
};

/** Events are judged by the rules that hold when they arrive. */
export const rulesAt = (versions: readonly TrafficRulesVersion[], atMs: number): TrafficRules =>
  versionAt(versions, atMs) ?? FIRST_RULES;

/**
 * Whether the view and the counted views of its visitor have more seconds of ads in some hour than may count. Views may
 * arrive in any order: hours before and after the view are both looked at.
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

/** A view of an outlet and the seconds that its creative is shown. 0: unknown, and then it is never too fast. */
export type ShownAt = { readonly atMs: number; readonly seconds: number };

/** Longest creative. */
export const MOST_SHOWN_MS = 60 * SECOND_MS;

/** Views of an outlet that are further apart do not affect each other. */
export const OUTLET_WINDOW_MS = 5 * MINUTE_MS;

/** Whether the times of two views overlap, in whichever order they were reported. */
export function overlaps(one: ShownAt, other: ShownAt): boolean {
  const [first, next] = one.atMs <= other.atMs ? [one, other] : [other, one];
  return next.atMs < first.atMs + first.seconds * SECOND_MS;
}

/** Visitors may skip ads: an outlet may start a quarter more seconds of ads than pass, for each socket. */
const SKIPPED_RATE = 1.25;

/**
 * Whether an outlet cannot have shown the view beside its counted views. A view that begins before the one before it can
 * have ended was skipped to, and that is allowed while the outlet is not more than two ads a socket ahead of the clock.
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

/** Whether the outlet showed no other sign of life within the time; what came after the event leaves it open, and counts for it. */
export const isSilent = (contactsMs: readonly number[], atMs: number, minutes: number): boolean =>
  contactsMs.every((contact) => contact < atMs - minutes * MINUTE_MS);

/** A creative may end a tenth early: outlets round times and clocks drift. */
const SHOWN_PART = 0.9;

/** Whether a click or burn comes too early after its view: before it, or before a creative of `seconds` can have ended. */
export const isOutOfOrder = (afterViewMs: number, seconds: number): boolean =>
  afterViewMs < seconds * SECOND_MS * SHOWN_PART;

/** What arrives within this time is not late. */
export const IN_TIME_MS = HOUR_MS;

/**
 * Whether a view that arrives late lacks a contact of its outlet before it. `arrivalHours`: hours since 1970 (UTC) in
 * which something of the outlet arrived here; what outlets say of their own times is no proof.
 */
export function isBackfill(arrivalHours: readonly number[], atMs: number, withinHours: number): boolean {
  const hour = Math.floor(atMs / HOUR_MS);
  return !arrivalHours.some((one) => one <= hour && one >= hour - withinHours);
}
