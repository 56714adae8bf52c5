import type { InvalidReason } from '#contract/ingest.ts';
import type { PatternRule } from '#contract/traffic-rules.ts';
import { HOUR_MS } from './durations.ts';
import { firstReason } from './invalid-traffic.ts';
import {
  isOverOutletPace,
  isOverVisitorPace,
  OUTLET_WINDOW_MS,
  type PatternModes,
  type ShownAt,
  type TrafficRules,
} from './judging-rules.ts';
import { addFading, type FadingCount, fadedTo, isSharePattern } from './share-pattern.ts';
import {
  addRecent,
  isClickPattern,
  isEnergyPattern,
  isFingerprintPattern,
  isIntervalPattern,
  MOST_PATTERN_VIEWS,
  type PatternView,
} from './traffic-patterns.ts';

/** A stored event, with the fields that a trial's statistical rules use. */
type TriedEvent = {
  readonly kind: 'view' | 'click' | 'burn';
  readonly eventId: string;
  /** The view that a click or burn belongs to. */
  readonly viewId: string;
  readonly atMs: number;
  /** The visitor's fingerprint; '' if unknown. */
  readonly visitor: string;
  readonly outletKey: number;
  readonly flightKey: number;
  readonly sockets: number;
  /** Whether the venue was closed at that time, according to its current opening hours. */
  readonly isClosed: boolean;
  /** Null if the energy was estimated. */
  readonly energyMilliWh: number | null;
  /** Whether the advertiser pays for the event, or would pay if the event were valid. */
  readonly isPaid: boolean;
};

/** The statistical rules that a trial evaluates again. The inputs of the other rules are not stored. */
const JUDGED_AGAIN = [
  'click_pattern',
  'energy_pattern',
  'interval_pattern',
  'fingerprint_pattern',
  'closed_hours',
  'outlet_share',
] as const satisfies readonly PatternRule[];
type JudgedAgain = (typeof JUDGED_AGAIN)[number];

type View = { -readonly [Field in keyof PatternView]: PatternView[Field] } & { readonly eventId: string };
type Reading = { readonly atMs: number; readonly energyMilliWh: number };
type Counts = { views: number; clicks: number; readonly recent: FadingCount };
type Outlet = { readonly views: View[]; readonly readings: Reading[]; readonly flights: Map<number, Counts> };

const MOST_READINGS = 60;
const noCounts = (): Counts => ({ views: 0, clicks: 0, recent: { value: 0, atMs: 0 } });

/**
 * Creates a function that applies the statistical rules to stored events, which it must get in time order. The function
 * returns the first invalidating rule that an event matches, or null.
 */
function createTriedPatterns(modes: PatternModes): (event: TriedEvent) => JudgedAgain | null {
  const outlets = new Map<number, Outlet>();
  const flights = new Map<number, Counts & { outlets: number }>();

  function outletOf(key: number): Outlet {
    const known = outlets.get(key) ?? { views: [], readings: [], flights: new Map<number, Counts>() };
    outlets.set(key, known);
    return known;
  }

  function countsOf({ flights: own }: Outlet, flightKey: number) {
    const counts = own.get(flightKey) ?? noCounts();
    const all = flights.get(flightKey) ?? { ...noCounts(), outlets: 0 };
    if (!own.has(flightKey)) all.outlets += 1;
    own.set(flightKey, counts);
    flights.set(flightKey, all);
    return { own: counts, all };
  }

  function judgeView(outlet: Outlet, event: TriedEvent, isOn: (rule: JudgedAgain) => boolean): JudgedAgain | null {
    const { atMs, eventId, flightKey, isClosed, sockets, visitor } = event;
    const { all, own } = countsOf(outlet, flightKey);
    for (const counts of [all, own]) {
      counts.views += 1;
      addFading(counts.recent, atMs);
    }
    const view: View = { eventId, atMs, fingerprint: visitor, flightKey, clickAfterMs: null };
    addRecent(outlet.views, view, MOST_PATTERN_VIEWS);
    const at = outlet.views.indexOf(view);
    if (isOn('interval_pattern') && at >= 0 && isIntervalPattern(outlet.views, at)) return 'interval_pattern';
    if (isOn('fingerprint_pattern') && at >= 0 && isFingerprintPattern(outlet.views, at, sockets))
      return 'fingerprint_pattern';
    if (isOn('closed_hours') && isClosed) return 'closed_hours';
    if (!isOn('outlet_share') || flightKey === 0) return null;
    const share = { own: fadedTo(own.recent, atMs), all: fadedTo(all.recent, atMs), otherOutlets: all.outlets - 1 };
    return isSharePattern(share) ? 'outlet_share' : null;
  }

  function judgeClick(outlet: Outlet, { atMs, isPaid, viewId }: TriedEvent): boolean {
    const at = outlet.views.findLastIndex(({ eventId }) => eventId === viewId);
    const view = outlet.views[at];
    if (view === undefined || view.clickAfterMs !== null) return false;
    view.clickAfterMs = atMs - view.atMs;
    const { all, own } = countsOf(outlet, view.flightKey);
    all.clicks += 1;
    own.clicks += 1;
    const elsewhere = { views: all.views - own.views, clicks: all.clicks - own.clicks };
    return isPaid && isClickPattern(outlet.views, at, elsewhere);
  }

  /** Whether the energy readings of the last charges show the pattern. */
  function judgeEnergy({ readings }: Outlet, atMs: number, energyMilliWh: number): boolean {
    const reading = { atMs, energyMilliWh };
    addRecent(readings, reading, MOST_READINGS);
    const at = readings.indexOf(reading);
    const values = readings.map((one) => one.energyMilliWh);
    return at >= 0 && isEnergyPattern(values, at);
  }

  return (event) => {
    const isOn = (rule: JudgedAgain) => modes[rule] === 'invalidate';
    const outlet = outletOf(event.outletKey);
    if (event.kind === 'click') return judgeClick(outlet, event) && isOn('click_pattern') ? 'click_pattern' : null;
    const { atMs, energyMilliWh } = event;
    const isUnusual = energyMilliWh !== null && judgeEnergy(outlet, atMs, energyMilliWh);
    const other = event.kind === 'view' ? judgeView(outlet, event, isOn) : null;
    return isUnusual && isOn('energy_pattern') ? 'energy_pattern' : other;
  };
}

/** A stored event in a trial. `seconds` applies to views. */
export type Tried = ShownAt & TriedEvent & { readonly reason: InvalidReason | null };

/** Reasons that the rules can change. All others are kept. */
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
 * Creates a function that evaluates events, in time order, under other rules. Full addresses and contact times are not
 * stored, so rules that need these cannot be evaluated again. The stored findings of such a rule are kept while the
 * rule is enabled, and no findings are added. A click or burn takes the reason of its view.
 */
export function createTrial(rules: TrafficRules): (event: Tried) => InvalidReason | null {
  const visitors = new Map<string, ShownAt[]>();
  const outlets = new Map<number, ShownAt[]>();
  const patternOf = createTriedPatterns(rules.patterns);
  /** The reasons for the newest invalid views. */
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
      // In a busier hour, keep all visitors and raise the limit: scanning all visitors at each view would take too
      // long.
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

/** Whether a click or burn can get this reason only from its view, which the trial evaluates again. */
const isOfView = (reason: InvalidReason | null): boolean =>
  reason !== null && reason !== 'data_centre' && reason !== 'outlet_silent' && reason !== 'many_addresses';
