import { MINUTE_MS } from '#domain/durations.ts';
import type { Scope } from '#domain/role.ts';
import { createCache } from '../../memory/cache.ts';
import { memoizeByIdentity } from '../../memory/memoize-by-identity.ts';
import type { Needs } from '../needs.ts';
import { STEP_MS } from '../plan/steps.ts';
import { createFreshness, type Freshness, scopeName } from './freshness.ts';

/**
 * The inputs of the limits: whether this process is the only writer of the events store, and the size of the network.
 */
type Where = { readonly isOnlyWriter: boolean; readonly outlets: number };

/**
 * The event that invalidates an entry, in addition to its age. The entry's name contains the question, so a different
 * question has another entry.
 */
type InvalidatedBy = 'nothing' | 'late event' | 'any event' | 'event of an advertiser';

type Rule = {
  readonly invalidatedBy: InvalidatedBy;
  /** Returns the maximum age in milliseconds. */
  readonly maxAge: (where: Where) => number;
  /**
   * Returns the maximum size in entries, or in the unit given for the figure. When the limit is reached, the cache
   * evicts the least recently used entries.
   */
  readonly maxSize: (where: Where) => number;
};

const forEver = () => Number.POSITIVE_INFINITY;
/**
 * With the embedded store, this process is the only writer and sees every change. A server store may have other
 * writers.
 */
const aSecond = ({ isOnlyWriter }: Where) => (isOnlyWriter ? Number.POSITIVE_INFINITY : 1_000);
/**
 * A sole writer sees every change, so its sums never expire. With other writers, sums expire: a process killed between
 * storing an event and publishing it leaves sums stale until the outlet resends the event. An age of less than 30 s is
 * impractical: with 100 million views, reading the sums took longer than a second.
 */
const halfAMinute = ({ isOnlyWriter }: Where) => (isOnlyWriter ? Number.POSITIVE_INFINITY : 30_000);
/** Outlets report every few minutes, and the time to read all contacts grows with the number of outlets. */
const byOutlets = ({ outlets }: Where) => 1_000 * Math.max(1, outlets / 10_000);
/** For results that contain names, such as campaign names. A changed name does not invalidate a result. */
const onlyASecond = () => 1_000;
const aMinute = (where: Where) => Math.min(MINUTE_MS, aSecond(where));

/** The total number of customers in all cached orders, about 5 MB. One order of all customers always fits. */
const anOrder = ({ outlets }: Where) => Math.max(50_000, outlets);

/** Figures for this many outlets or customers, about 12 MB. For a large network, half of its outlets, up to 50 MB. */
const halfTheNetwork = ({ outlets }: Where) => Math.min(100_000, Math.max(25_000, outlets / 2));
/** A list of outlets for two ranges, or for several owners. */
const twoNetworks = ({ outlets }: Where) => Math.max(100_000, outlets * 2);
/**
 * Packed sums take a tenth of the memory, at most 80 MB. Each question needs two sums over the whole network, and each
 * range needs two other sums.
 */
const sixNetworks = ({ outlets }: Where) => Math.min(1_500_000, Math.max(60_000, outlets * 6));

/**
 * All cached figures: maximum age, maximum size, and the event that invalidates them. The reasons are in
 * docs/figures-and-freshness.md#what-is-kept, and a test compares that section with this table. The network itself is
 * cached in its snapshot (`network/snapshot/network-memory.ts`).
 */
export const FIGURE_CACHES = {
  /** Sealed sums of whole scopes. Size in outlets. The name contains seals and late weeks. */
  sealedSums: { invalidatedBy: 'nothing', maxAge: forEver, maxSize: sixNetworks },
  /** Sealed sums plus the raw rows before the settled time. Size in table rows. */
  settledSums: { invalidatedBy: 'late event', maxAge: halfAMinute, maxSize: halfTheNetwork },
  /** Settled sums plus the sums of the last minutes, which together are complete results. */
  sums: { invalidatedBy: 'any event', maxAge: halfAMinute, maxSize: halfTheNetwork },
  sealedDays: { invalidatedBy: 'nothing', maxAge: forEver, maxSize: () => 64 },
  settledDays: { invalidatedBy: 'late event', maxAge: halfAMinute, maxSize: () => 64 },
  recentDays: { invalidatedBy: 'any event', maxAge: halfAMinute, maxSize: () => 64 },
  /** Report cells for past time. Size in rows. */
  sealedCells: { invalidatedBy: 'nothing', maxAge: forEver, maxSize: () => 200_000 },
  settledCells: { invalidatedBy: 'late event', maxAge: halfAMinute, maxSize: () => 100_000 },
  recentCells: { invalidatedBy: 'any event', maxAge: halfAMinute, maxSize: () => 50_000 },
  /** Distinct visitors in a past range, and in a current one. */
  settledVisitors: { invalidatedBy: 'late event', maxAge: halfAMinute, maxSize: () => 50_000 },
  visitors: { invalidatedBy: 'any event', maxAge: halfAMinute, maxSize: () => 50_000 },
  sealedFirstEvent: { invalidatedBy: 'nothing', maxAge: forEver, maxSize: () => 64 },
  firstEvent: { invalidatedBy: 'any event', maxAge: halfAMinute, maxSize: () => 64 },
  firstInvalid: { invalidatedBy: 'any event', maxAge: halfAMinute, maxSize: () => 64 },
  sealedHosts: { invalidatedBy: 'nothing', maxAge: forEver, maxSize: () => 32 },
  settledHosts: { invalidatedBy: 'late event', maxAge: halfAMinute, maxSize: () => 32 },
  recentHosts: { invalidatedBy: 'any event', maxAge: halfAMinute, maxSize: () => 32 },
  /** Every outlet's last contact. Valid while the network is unchanged. */
  contacts: { invalidatedBy: 'nothing', maxAge: byOutlets, maxSize: () => 1 },
  /**
   * Map and statuses. Valid while the network is unchanged. An advertiser's events determine which outlets the
   * advertiser sees.
   */
  outletAnswers: { invalidatedBy: 'event of an advertiser', maxAge: byOutlets, maxSize: () => 64 },
  /** The silent and faulty outlets in service, with the requested lists. Valid while the network is unchanged. */
  served: { invalidatedBy: 'nothing', maxAge: byOutlets, maxSize: () => 64 },
  /**
   * The times during which more than 1,000 outlets were up, for the questions of one screen. Valid while the network is
   * unchanged. Size in spans of 50 bytes.
   */
  upTimes: { invalidatedBy: 'nothing', maxAge: byOutlets, maxSize: () => 500_000 },
  /**
   * The sorted results for administrators' tables in a large network. Valid while the network is unchanged. Size in
   * outlets of 4 bytes.
   */
  outletOrders: { invalidatedBy: 'nothing', maxAge: byOutlets, maxSize: () => 4_000_000 },
  /**
   * Outlet positions, for clusters in any part of the map. Valid while the network is unchanged. 14 bytes per outlet.
   */
  clusters: { invalidatedBy: 'event of an advertiser', maxAge: byOutlets, maxSize: () => 64 },
  /** First pages of outlets' views. Size in views. */
  outletViews: { invalidatedBy: 'any event', maxAge: aSecond, maxSize: () => 10_000 },
  /** Customers in order of a figure, for pagination. Size in customers. */
  orders: { invalidatedBy: 'nothing', maxAge: forEver, maxSize: anOrder },
  /** Invalid traffic by day, outlet or flight. The name contains seals, late weeks and the range. */
  invalidTraffic: { invalidatedBy: 'any event', maxAge: aSecond, maxSize: () => 64 },
  /**
   * Report pages, so that concurrent requests for a page share one read. A new network also invalidates these pages.
   */
  reports: { invalidatedBy: 'any event', maxAge: onlyASecond, maxSize: () => 64 },
  /**
   * Outlet costs, with a name that changes when any cost changes. 24 bytes per outlet. Like the next three caches,
   * valid only while the network is unchanged.
   */
  outletCosts: { invalidatedBy: 'nothing', maxAge: forEver, maxSize: anOrder },
  /** Outlets' revenue at their current place, in the settled time and in the time since. 40 bytes per outlet. */
  settledProfit: { invalidatedBy: 'late event', maxAge: halfAMinute, maxSize: twoNetworks },
  recentProfit: { invalidatedBy: 'any event', maxAge: aSecond, maxSize: twoNetworks },
  /** The list from which pages of profits are taken. 18 bytes per outlet. */
  profit: { invalidatedBy: 'any event', maxAge: aSecond, maxSize: twoNetworks },
  /** Views by group of outlets, for forecasts. Valid while the network is unchanged. Size in venues and groups. */
  groupedViews: { invalidatedBy: 'late event', maxAge: halfAMinute, maxSize: twoNetworks },
  /** Rendered PDF statements. Size in bytes. */
  statements: { invalidatedBy: 'any event', maxAge: aMinute, maxSize: () => 16_000_000 },
} as const satisfies Record<string, Rule>;

export type CacheKind = keyof typeof FIGURE_CACHES;

/**
 * Cached results of one kind. Each scope has its own results, so tenants never share them (docs/threat-model.md#c8).
 */
export type CachedAnswers<Value> = {
  /** Returns the cached value with this name. If the value was invalidated, reads it again. */
  get(scope: Scope, name: string, read: () => Promise<Value>): Promise<Value>;
  /** Returns the cached value with this name if it is still valid. */
  peek(scope: Scope, name: string): Promise<Value> | undefined;
};

export type FigureCache = {
  answers<Value>(kind: CacheKind, sizeOf?: (value: Value) => number): CachedAnswers<Value>;
  /** Returns results that are also invalidated when an object, such as the network, is replaced. */
  forNetwork<Value>(kind: CacheKind, sizeOf?: (value: Value) => number): (object: object) => CachedAnswers<Value>;
  readonly settledTime: Pick<SettledTime, 'until'>;
};

export function createFigureCache(
  { config, live, now }: Pick<Needs, 'config' | 'live' | 'now'>,
  outlets: () => number,
): FigureCache {
  const anyEvent = createFreshness(live);
  const settledTime = createSettledTime({ live, now });
  const versions: Readonly<Record<InvalidatedBy, (scope: Scope) => number>> = {
    nothing: () => 0,
    'late event': settledTime.lateness,
    'any event': anyEvent,
    'event of an advertiser': (scope) => (scope.kind === 'advertiser' ? anyEvent(scope) : 0),
  };
  const where = (): Where => ({ isOnlyWriter: config.clickhouseUrl === null, outlets: outlets() });

  function answers<Value>(kind: CacheKind, sizeOf?: (value: Value) => number): CachedAnswers<Value> {
    const { invalidatedBy, maxAge, maxSize }: Rule = FIGURE_CACHES[kind];
    const versionOf = versions[invalidatedBy];
    const shared = createCache<Value>({
      maxAgeMs: () => maxAge(where()),
      most: () => maxSize(where()),
      ...(sizeOf === undefined ? {} : { sizeOf }),
    });
    return {
      get: (scope, name, read) => shared.get(`${scopeName(scope)}|${name}`, () => versionOf(scope), read),
      peek: (scope, name) => shared.peek(`${scopeName(scope)}|${name}`, versionOf(scope)),
    };
  }

  return {
    answers,
    forNetwork: <Value>(kind: CacheKind, sizeOf?: (value: Value) => number) =>
      memoizeByIdentity(() => answers<Value>(kind, sizeOf)),
    settledTime,
  };
}

/** Most events arrive within this delay. */
const USUAL_DELAY_MS = 5 * MINUTE_MS;

/**
 * Splits time at the point before which nearly all events have arrived. The cache keeps sums from before that point
 * until a late event arrives. Only the last minutes are read again after every change (with 20 million views, 0.01 s of
 * CPU instead of 0.6 s).
 */
type SettledTime = {
  /** Returns the settled time (epoch ms). The result never decreases, even if the clock does. */
  until(): number;
  /** Increases when a late event in the scope arrives, which is an event from before the settled time. */
  readonly lateness: Freshness;
};

function createSettledTime({ live, now }: Pick<Needs, 'live' | 'now'>): SettledTime {
  let untilMs = Number.NEGATIVE_INFINITY;
  const until = () => {
    untilMs = Math.max(untilMs, Math.floor((now() - USUAL_DELAY_MS) / STEP_MS) * STEP_MS);
    return untilMs;
  };
  return { until, lateness: createFreshness(live, ({ oldestMs }) => oldestMs < until()) };
}
