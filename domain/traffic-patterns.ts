import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
import { isRelay } from './relay-pattern.ts';
import { distanceKm } from './targets.ts';

/*
 * Statistical rules against bots that are patient enough to pass every rate limit
 * (docs/business-rules.md#invalid-traffic). Each function takes an outlet's recent events, oldest first, and the event
 * to evaluate, which is among them. The function returns whether the recent events show the pattern and this event is
 * part of it. The rules keep no other state: when the pattern ends, events are valid again.
 */

/** A recent view at an outlet. */
export type PatternView = {
  readonly atMs: number;
  /** 32 hex digits; '' if unknown. */
  readonly fingerprint: string;
  readonly flightKey: number;
  /** Time from this view to its click, in ms; null without a click. */
  readonly clickAfterMs: number | null;
};

/** Maximum number of recent views that these rules keep per outlet. */
export const MOST_PATTERN_VIEWS = 160;

/**
 * Inserts an item into a time-ordered list with a limited length. A full list drops the item furthest in time from the
 * new one.
 */
export function addRecent<Item extends { readonly atMs: number }>(recent: Item[], item: Item, most: number): void {
  let at = recent.length;
  while (at > 0 && (recent[at - 1]?.atMs ?? 0) > item.atMs) at -= 1;
  recent.splice(at, 0, item);
  if (recent.length <= most) return;
  const [first, last] = [recent[0]?.atMs ?? 0, recent.at(-1)?.atMs ?? 0];
  if (item.atMs - first >= last - item.atMs) recent.shift();
  else recent.pop();
}

/**
 * Returns up to `count` views around one view: that view and earlier ones, and also later ones if there are too few
 * earlier ones.
 */
const around = <Item>(items: readonly Item[], at: number, count: number): readonly Item[] => {
  const start = Math.max(0, Math.min(at - count + 1, items.length - count));
  // When views are reported in reverse order, all neighbors of a view follow it.
  return items.slice(start, start + count);
};

const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;
const ascending = (one: number, other: number) => one - other;
/** Whether at least `share` of the values, this value among them, lie within `tolerance` of their median. */
function isConstant(values: readonly number[], own: number, tolerance: number, share: number): boolean {
  const middle = median(values.toSorted(ascending));
  const isNear = (value: number) => Math.abs(value - middle) <= tolerance;
  return isNear(own) && values.filter(isNear).length >= share * values.length;
}

/**
 * Thresholds for constant intervals between views. Different visitors never follow each other at constant intervals.
 * One visitor's views may, because creatives play back to back.
 */
export const INTERVALS = {
  /** Minimum number of constant intervals between two different visitors. */
  betweenVisitors: 20,
  /** Minimum number of constant intervals between unknown visitors, which is longer than one visitor's stay. */
  unknownVisitors: 120,
  toleranceMs: 150,
  share: 0.9,
  /** Factor by which an interval must exceed the median to count as a pause. */
  pause: 1.5,
  /** Maximum interval, in milliseconds. Longer intervals have some other cause, such as a schedule. */
  longestMs: 10 * MINUTE_MS,
} as const;

/** Whether the intervals between an outlet's views are nearly constant. */
export function isIntervalPattern(views: readonly PatternView[], at: number): boolean {
  // The first view has only the interval after it.
  const own = at === 0 ? 1 : at;
  const kind = pairAt(views, own);
  if (kind === 'same' || kind === null) return false;
  const count = kind === 'different' ? INTERVALS.betweenVisitors : INTERVALS.unknownVisitors;
  const ownMs = intervalAt(views, own);
  if (views.length <= count || ownMs > INTERVALS.longestMs) return false;
  const near: number[] = [];
  for (let nth = own; nth > 0 && near.length < count; nth -= 1)
    if (pairAt(views, nth) === kind) near.push(intervalAt(views, nth));
  for (let nth = own + 1; nth < views.length && near.length < count; nth += 1)
    if (pairAt(views, nth) === kind) near.push(intervalAt(views, nth));
  if (near.length < count) return false;
  const middle = median(near.toSorted(ascending));
  // The rate rules already cover views less than a second apart.
  if (middle < SECOND_MS) return false;
  // If several unknown visitors follow each other, there is a pause between them.
  if (kind === 'unknown' && near.some((ms) => ms > INTERVALS.pause * middle)) return false;
  return isConstant(near, ownMs, INTERVALS.toleranceMs, INTERVALS.share);
}

const intervalAt = (views: readonly PatternView[], nth: number): number =>
  (views[nth]?.atMs ?? 0) - (views[nth - 1]?.atMs ?? 0);

function pairAt(views: readonly PatternView[], nth: number): 'same' | 'different' | 'unknown' | null {
  const [one, other] = [views[nth - 1]?.fingerprint, views[nth]?.fingerprint];
  if (one === undefined || other === undefined) return null;
  if (one === '' || other === '') return 'unknown';
  return one === other ? 'same' : 'different';
}

export const FINGERPRINTS = {
  views: 40,
  /**
   * Maximum average time per view at a socket. A socket serves a single visitor, who plugs in, watches and charges, so
   * a new visitor every minute, over that many views, is impossible.
   */
  perViewMs: MINUTE_MS,
  newShare: 0.6,
  /** Minimum number of visitors whose views alternate at one socket. */
  alternating: 3,
  returningShare: 0.7,
  /** Minimum share of views by visitors who were already seen, among the last views. */
  repeatedShare: 0.5,
  /**
   * Number of fingerprints to compare. If they differ only in `counterDigits` digits, they are sequential numbers, not
   * hashes.
   */
  counters: 20,
  counterDigits: 6,
} as const;

/**
 * Whether fingerprints are new with every view, alternate or rotate among a few values, or are sequential numbers.
 * `sockets` is the number of sockets at the outlet.
 */
export function isFingerprintPattern(views: readonly PatternView[], at: number, sockets = 1): boolean {
  const own = views[at];
  if (own === undefined || own.fingerprint === '') return false;
  if (isCounted(views, at) || (sockets === 1 && isRelay(views, at))) return true;
  const before = views[at - 1] ?? views[at + 1];
  if (before === undefined || Math.abs(own.atMs - before.atMs) > 2 * FINGERPRINTS.perViewMs) return false;
  const near = around(views, at, FINGERPRINTS.views);
  const [first, last] = [near[0], near.at(-1)];
  if (near.length < FINGERPRINTS.views || first === undefined || last === undefined) return false;
  if (last.atMs - first.atMs > (FINGERPRINTS.views * FINGERPRINTS.perViewMs) / sockets) return false;
  // Several visitors with unknown fingerprints do not form a pattern.
  if (near.some(({ fingerprint }) => fingerprint === '')) return false;
  return isAllNew(near) || isAlternating(near, sockets);
}

const isAllNew = (views: readonly PatternView[]): boolean =>
  new Set(views.map(({ fingerprint }) => fingerprint)).size >= FINGERPRINTS.newShare * views.length;

/**
 * Whether more visitors overlap than the sockets allow, and enough views are by returning visitors. A visitor is
 * present from the first view with its fingerprint to the last.
 */
function isAlternating(views: readonly PatternView[], sockets: number): boolean {
  const spans = new Map<string, { first: number; last: number }>();
  let returning = 0;
  for (const [nth, { fingerprint }] of views.entries()) {
    const span = spans.get(fingerprint);
    if (span === undefined) spans.set(fingerprint, { first: nth, last: nth });
    else {
      if (span.last !== nth - 1) returning += 1;
      span.last = nth;
    }
  }
  let present = 0;
  for (const { first, last } of spans.values()) present += last - first + 1;
  const repeated = views.length - spans.size;
  if (repeated < FINGERPRINTS.repeatedShare * views.length) return false;
  if (returning < FINGERPRINTS.returningShare * repeated) return false;
  return present > FINGERPRINTS.alternating * sockets * views.length;
}

/** Whether the fingerprints of a view and its neighbors are all different, but only in a few digits. */
function isCounted(views: readonly PatternView[], at: number): boolean {
  const own = views[at]?.fingerprint ?? '';
  const before = (views[at - 1] ?? views[at + 1])?.fingerprint ?? '';
  // Fast path: looking at two fingerprints is almost always enough to rule out the pattern.
  if (differingDigits([own, before]) > FINGERPRINTS.counterDigits) return false;
  const near = around(views, at, FINGERPRINTS.counters);
  const prints = new Set(near.map(({ fingerprint }) => fingerprint));
  if (near.length < FINGERPRINTS.counters || prints.size < near.length) return false;
  return differingDigits([...prints]) <= FINGERPRINTS.counterDigits;
}

function differingDigits(prints: readonly string[]): number {
  const [first = ''] = prints;
  let count = 0;
  for (let nth = 0; nth < first.length; nth += 1)
    if (prints.some((print) => print.charCodeAt(nth) !== first.charCodeAt(nth))) count += 1;
  return count;
}

export const CLICKS = {
  /**
   * Upper limit for clicks that no person can make, in ms after the view, and how many of the last clicks must be that
   * fast.
   */
  fastMs: 500,
  fastCount: 5,
  fastShare: 0.8,
  last: 10,
  /** Minimum number of clicks at a constant time after their views. */
  constantCount: 10,
  constantToleranceMs: 50,
  constantShare: 0.9,
  /** Minimum number of a flight's views at the outlet before the click rate is evaluated. */
  rateViews: 20,
  rate: 0.5,
  /** Minimum ratio of the click rate to the flight's rate at other outlets, which counts as at least `leastRate`. */
  rateTimes: 4,
  leastRate: 0.1,
} as const;

/** A flight's views and clicks at all other outlets. */
export type ClickBase = { readonly views: number; readonly clicks: number };

/**
 * Whether clicks are too fast, follow their views at a constant time, or are far more frequent than for the same flight
 * elsewhere.
 */
export function isClickPattern(views: readonly PatternView[], at: number, elsewhere: ClickBase): boolean {
  const own = views[at];
  if (own === undefined || own.clickAfterMs === null) return false;
  const clicked = views.filter(({ clickAfterMs }) => clickAfterMs !== null);
  const near = around(clicked, clicked.indexOf(own), CLICKS.last).map(({ clickAfterMs }) => clickAfterMs ?? 0);
  const fast = near.filter((ms) => Math.abs(ms) < CLICKS.fastMs).length;
  if (own.clickAfterMs < CLICKS.fastMs && fast >= CLICKS.fastCount && fast >= CLICKS.fastShare * near.length)
    return true;
  if (
    near.length >= CLICKS.constantCount &&
    isConstant(near, own.clickAfterMs, CLICKS.constantToleranceMs, CLICKS.constantShare)
  )
    return true;
  const ofFlight = views.filter(({ flightKey }) => flightKey === own.flightKey);
  const shown = around(ofFlight, ofFlight.indexOf(own), CLICKS.rateViews);
  if (shown.length < CLICKS.rateViews) return false;
  const rate = shown.filter(({ clickAfterMs }) => clickAfterMs !== null).length / shown.length;
  const usual = elsewhere.views === 0 ? 0 : elsewhere.clicks / elsewhere.views;
  return rate >= CLICKS.rate && rate >= CLICKS.rateTimes * Math.max(CLICKS.leastRate, usual);
}

export const ENERGY = { readings: 30 } as const;

/**
 * Whether the metered energy of the outlet's last charges is always the same, for example 0. `readings` are in mWh,
 * oldest first.
 */
export function isEnergyPattern(readings: readonly number[], at: number): boolean {
  const near = around(readings, at, ENERGY.readings);
  return near.length >= ENERGY.readings && near.every((reading) => reading === near[0]);
}

/** Where and when a fingerprint was seen. Positions are in degrees; null if unknown. */
export type Sighting = {
  readonly atMs: number;
  readonly outletKey: number;
  readonly lat: number | null;
  readonly lng: number | null;
};

export const SIGHTINGS = {
  /** Minimum number of other outlets that the visitor cannot have reached. */
  others: 2,
  /** Minimum time needed to reach another outlet. */
  leastMs: 5 * SECOND_MS,
  /**
   * Maximum time between two sightings. With more time in between, two visitors with identical fingerprints (one phone
   * model) are more likely.
   */
  mostMs: 20 * SECOND_MS,
  kmPerHour: 1_000,
} as const;

/** Whether a fingerprint appears at several outlets faster than anyone can travel between them. */
export function isDistantPattern(sightings: readonly Sighting[], own: Sighting): boolean {
  const others = new Set<number>();
  for (const other of sightings) {
    if (other.outletKey === own.outletKey) continue;
    if (Math.abs(other.atMs - own.atMs) <= leastTravelMs(own, other)) others.add(other.outletKey);
  }
  return others.size >= SIGHTINGS.others;
}

function leastTravelMs(one: Sighting, other: Sighting): number {
  const { leastMs, mostMs, kmPerHour } = SIGHTINGS;
  if (one.lat === null || one.lng === null || other.lat === null || other.lng === null) return leastMs;
  const km = distanceKm({ lat: one.lat, lng: one.lng }, { lat: other.lat, lng: other.lng });
  return Math.min(mostMs, Math.max(leastMs, (km / kmPerHour) * HOUR_MS));
}
