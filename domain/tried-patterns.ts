import type { PatternRule } from '#contract/traffic-rules.ts';
import type { PatternModes } from './judging-rules.ts';
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

/** A stored event, as the statistical rules of a trial use it. */
export type TriedEvent = {
  readonly kind: 'view' | 'click' | 'burn';
  readonly eventId: string;
  /** The view of a click or burn. */
  readonly viewId: string;
  readonly atMs: number;
  /** '' if the visitor is unknown. */
  readonly visitor: string;
  readonly outletKey: number;
  readonly flightKey: number;
  readonly sockets: number;
  /** Whether its venue was closed then, by today's hours. */
  readonly isClosed: boolean;
  /** Null if energy was estimated. */
  readonly energyMilliWh: number | null;
  /** Whether the advertiser pays for it, or would if it were valid. */
  readonly isPaid: boolean;
};

/** Rules that a trial evaluates again. The inputs of the others are not stored. */
export const JUDGED_AGAIN = [
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
 * Applies the statistical rules to stored events in time order. Returns the first invalidating rule that an event
 * matches.
 */
export function createTriedPatterns(modes: PatternModes): (event: TriedEvent) => JudgedAgain | null {
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

  /** Whether the energy of the last charges shows the pattern. */
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
