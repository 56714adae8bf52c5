import type { InvalidReason } from '#contract/ingest.ts';
import { HOUR_MS } from './durations.ts';
import { firstReason } from './invalid-traffic.ts';
import {
  isOverOutletPace,
  isOverVisitorPace,
  OUTLET_WINDOW_MS,
  type ShownAt,
  type TrafficRules,
} from './judging-rules.ts';
import { createTriedPatterns, JUDGED_AGAIN, type TriedEvent } from './tried-patterns.ts';

/** A stored event in a trial. `seconds` is for views. */
export type Tried = ShownAt & TriedEvent & { readonly reason: InvalidReason | null };

/** Reasons that the rules can change. All others stay as they are. */
export const TRIED_REASONS = [
  'visitor_pace',
  'outlet_pace',
  'data_centre',
  'outlet_silent',
  'backfill',
  ...JUDGED_AGAIN,
  'distant_venues',
  'many_addresses',
] as const;

const MOST_REMEMBERED = 200_000;

/**
 * Evaluates events, in time order, under other rules. Full addresses and contact times are not stored, so their rules
 * cannot be evaluated again. Their findings stay while the rule is enabled, and none are added. A click or burn takes
 * the reason of its view.
 */
export function createTrial(rules: TrafficRules): (event: Tried) => InvalidReason | null {
  const visitors = new Map<string, ShownAt[]>();
  const outlets = new Map<number, ShownAt[]>();
  const patternOf = createTriedPatterns(rules.patterns);
  /** Reasons of the newest invalid views. */
  const reasons = new Map<string, InvalidReason>();
  let mostVisitors = MOST_REMEMBERED;

  const stays = (reason: InvalidReason | null): InvalidReason | null => {
    if (reason === 'visitor_pace' || reason === 'outlet_pace') return null;
    if (reason !== null && (JUDGED_AGAIN as readonly string[]).includes(reason)) return null;
    if (reason === 'distant_venues' || reason === 'many_addresses')
      return rules.patterns[reason] === 'invalidate' ? reason : null;
    if (reason === 'data_centre') return rules.dataCentre ? reason : null;
    if (reason === 'outlet_silent') return rules.silentMinutes === null ? null : reason;
    if (reason === 'backfill') return rules.backfillHours === null ? null : reason;
    return reason;
  };

  function paceOf(view: Tried, seen: readonly ShownAt[], shown: readonly ShownAt[]): InvalidReason | null {
    const { visitorSeconds, outletPace } = rules;
    if (visitorSeconds !== null && view.visitor !== '' && isOverVisitorPace(seen, view, visitorSeconds))
      return 'visitor_pace';
    return outletPace && isOverOutletPace(shown, view, view.sockets) ? 'outlet_pace' : null;
  }

  function judgeView(view: Tried): InvalidReason | null {
    const { atMs, visitor, outletKey, reason, seconds } = view;
    // Views that the outlet rules invalidate are also part of the outlet's pattern.
    const pattern = patternOf(view);
    const seen = (visitors.get(visitor) ?? []).filter((one) => one.atMs > atMs - HOUR_MS);
    const shown = (outlets.get(outletKey) ?? []).filter((one) => one.atMs > atMs - OUTLET_WINDOW_MS);
    const verdict = paceOf(view, seen, shown) ?? firstReason([stays(reason), pattern]);
    if (verdict === null) {
      if (visitor !== '' && seconds > 0) visitors.set(visitor, [...seen, { atMs, seconds }]);
      if (seconds > 0) outlets.set(outletKey, [...shown, { atMs, seconds }]);
    } else noteReason(view.eventId, verdict);
    if (visitors.size > mostVisitors) {
      for (const [key, times] of visitors) if ((times.at(-1)?.atMs ?? 0) <= atMs - HOUR_MS) visitors.delete(key);
      // A busier hour keeps all its visitors. A scan of all of them at each view would take too long.
      mostVisitors = Math.max(MOST_REMEMBERED, 2 * visitors.size);
    }
    return verdict;
  }

  function noteReason(eventId: string, reason: InvalidReason): void {
    reasons.set(eventId, reason);
    if (reasons.size <= MOST_REMEMBERED) return;
    const [oldest] = reasons.keys();
    if (oldest !== undefined) reasons.delete(oldest);
  }

  return (event) => {
    const { eventId, kind, reason, viewId } = event;
    const isOpen = reason === null || (TRIED_REASONS as readonly string[]).includes(reason);
    if (!isOpen) {
      if (kind === 'view' && reason !== null) noteReason(eventId, reason);
      return reason;
    }
    if (kind === 'view') return judgeView(event);
    return reasons.get(viewId) ?? firstReason([isOfView(reason) ? null : stays(reason), patternOf(event)]);
  };
}

/** A click or burn gets such a reason only from its view, which the trial evaluates again. */
const isOfView = (reason: InvalidReason | null): boolean =>
  reason !== null && reason !== 'data_centre' && reason !== 'outlet_silent' && reason !== 'many_addresses';
