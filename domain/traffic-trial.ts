import type { InvalidReason } from '#contract/ingest.ts';
import { HOUR_MS } from './durations.ts';
import {
  isOverOutletPace,
  isOverVisitorPace,
  OUTLET_WINDOW_MS,
  type ShownAt,
  type TrafficRules,
} from './judging-rules.ts';
import {
  addRecent,
  isFingerprintPattern,
  isIntervalPattern,
  MOST_PATTERN_VIEWS,
  type PatternView,
} from './traffic-patterns.ts';

/** A stored view as a trial looks at it. */
export type TriedView = ShownAt & {
  /** '' where nobody knows who it was. */
  readonly visitor: string;
  readonly outletKey: number;
  readonly sockets: number;
  readonly reason: InvalidReason | null;
};

/** Reasons that the rules can change; all others stay what they are. */
export const TRIED_REASONS = [
  'visitor_pace',
  'outlet_pace',
  'data_centre',
  'outlet_silent',
  'backfill',
  'interval_pattern',
  'fingerprint_pattern',
  'distant_venues',
] as const;

const MOST_REMEMBERED = 200_000;

/**
 * What other rules would have said of views, given in the order of their time. What is not kept, the whole address and when
 * an outlet was heard of, cannot be asked again: what was found so stays while its rule is on, and nothing is added.
 */
export function createTrial(rules: TrafficRules): (view: TriedView) => InvalidReason | null {
  const visitors = new Map<string, ShownAt[]>();
  const outlets = new Map<number, ShownAt[]>();
  const patterns = new Map<number, PatternView[]>();
  let mostVisitors = MOST_REMEMBERED;

  const stays = (reason: InvalidReason | null): InvalidReason | null => {
    if (reason === 'visitor_pace' || reason === 'outlet_pace') return null;
    if (reason === 'interval_pattern' || reason === 'fingerprint_pattern') return null;
    if (reason === 'distant_venues') return rules.patterns[reason] === 'invalidate' ? reason : null;
    if (reason === 'data_centre') return rules.dataCentre ? reason : null;
    if (reason === 'outlet_silent') return rules.silentMinutes === null ? null : reason;
    if (reason === 'backfill') return rules.backfillHours === null ? null : reason;
    return reason;
  };

  function paceOf(view: TriedView, seen: readonly ShownAt[], shown: readonly ShownAt[]): InvalidReason | null {
    const { visitorSeconds, outletPace } = rules;
    if (visitorSeconds !== null && view.visitor !== '' && isOverVisitorPace(seen, view, visitorSeconds))
      return 'visitor_pace';
    return outletPace && isOverOutletPace(shown, view, view.sockets) ? 'outlet_pace' : null;
  }

  /** Views of an outlet that rules find invalid are part of its pattern as well. */
  function patternOf({ atMs, visitor, outletKey, sockets }: TriedView): InvalidReason | null {
    const { interval_pattern: interval, fingerprint_pattern: fingerprint } = rules.patterns;
    if (interval !== 'invalidate' && fingerprint !== 'invalidate') return null;
    const recent = patterns.get(outletKey) ?? [];
    patterns.set(outletKey, recent);
    const own: PatternView = { atMs, fingerprint: visitor, flightKey: 0, clickAfterMs: null };
    addRecent(recent, own, MOST_PATTERN_VIEWS);
    const at = recent.indexOf(own);
    if (interval === 'invalidate' && isIntervalPattern(recent, at)) return 'interval_pattern';
    return fingerprint === 'invalidate' && isFingerprintPattern(recent, at, sockets) ? 'fingerprint_pattern' : null;
  }

  return (view) => {
    const { atMs, visitor, outletKey, reason, seconds } = view;
    const isOpen = reason === null || (TRIED_REASONS as readonly string[]).includes(reason);
    if (!isOpen) return reason;
    const seen = (visitors.get(visitor) ?? []).filter((one) => one.atMs > atMs - HOUR_MS);
    const shown = (outlets.get(outletKey) ?? []).filter((one) => one.atMs > atMs - OUTLET_WINDOW_MS);
    const pattern = patternOf(view);
    const verdict = paceOf(view, seen, shown) ?? stays(reason) ?? pattern;
    if (verdict === null) {
      if (visitor !== '' && seconds > 0) visitors.set(visitor, [...seen, { atMs, seconds }]);
      if (seconds > 0) outlets.set(outletKey, [...shown, { atMs, seconds }]);
    }
    if (visitors.size > mostVisitors) {
      for (const [key, times] of visitors) if ((times.at(-1)?.atMs ?? 0) <= atMs - HOUR_MS) visitors.delete(key);
      // Of a busier hour all are kept: who looked through them at each view would never end.
      mostVisitors = Math.max(MOST_REMEMBERED, 2 * visitors.size);
    }
    return verdict;
  };
}
