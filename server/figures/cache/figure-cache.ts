import { MINUTE_MS } from '#domain/durations.ts';
import type { Scope } from '#domain/role.ts';
import { createCache } from '../../memory/cache.ts';
import { memoizeByIdentity } from '../../memory/memoize-by-identity.ts';
import type { Needs } from '../needs.ts';
import { STEP_MS } from '../plan/steps.ts';
import { createFreshness, type Freshness, scopeName } from './freshness.ts';

/** The inputs of the limits: whether this process is the only writer of the events store, and the network size. */
type Where = { readonly isOnlyWriter: boolean; readonly outlets: number };

/** What invalidates an entry. Nothing else does: the entry's name contains the question. */
type InvalidatedBy = 'nothing' | 'late event' | 'any event' | 'event of an advertiser';

type Rule = {
  readonly invalidatedBy: InvalidatedBy;
  /** Maximum age in milliseconds. */
  readonly maxAge: (where: Where) => number;
  /** Maximum size in entries, or in the reader's own unit. The cache evicts the least recently used entries. */
  readonly maxSize: (where: Where) => number;
};

const forEver = () => Number.POSITIVE_INFINITY;
/**
 * With the embedded store, this process is the only writer and receives every change. A server may have other writers.
 */
const aSecond = ({ isOnlyWriter }: Where) => (isOnlyWriter ? Number.POSITIVE_INFINITY : 1_000);
/**
 * Every acknowledged event is also published. On a server, sums still have a maximum age. A process that was killed
 * after storing an event publishes nothing until the outlet sends the event again. Reading the sums every second took
 * longer than a second at 100 million views.
 */
const halfAMinute = ({ isOnlyWriter }: Where) => (isOnlyWriter ? Number.POSITIVE_INFINITY : 30_000);
/** Outlets report every few minutes, and the time to read all of them grows with their number. */
const byOutlets = ({ outlets }: Where) => 1_000 * Math.max(1, outlets / 10_000);
/** For answers with names, such as campaigns, whose changes invalidate nothing here. */
const onlyASecond = () => 1_000;
const aMinute = (where: Where) => Math.min(MINUTE_MS, aSecond(where));

/** Customers in all orders together, about 5 MB. One order of all customers always fits. */
const anOrder = ({ outlets }: Where) => Math.max(50_000, outlets);

/**
 * Figures of this number of outlets or customers, about 12 MB. For a large network, half of its outlets, up to 50 MB.
 */
const halfTheNetwork = ({ outlets }: Where) => Math.min(100_000, Math.max(25_000, outlets / 2));
/** A list of outlets in two ranges, or for several owners. */
const twoNetworks = ({ outlets }: Where) => Math.max(100_000, outlets * 2);
/**
 * Packed sums take a tenth of the memory, at most 80 MB. Each question needs two sums of the whole network, and each
 * range two others.
 */
const sixNetworks = ({ outlets }: Where) => Math.min(1_500_000, Math.max(60_000, outlets * 6));

/**
 * All cached figures: maximum age, maximum size and what invalidates them. The reasons are in
 * docs/figures-and-freshness.md#what-is-kept, and a test compares the two. The cached network is its snapshot
 * (`network/snapshot/network-memory.ts`).
 */
export const FIGURE_CACHES = {
  /** Whole scopes, counted in outlets. The name contains seals and late weeks. */
  sealedSums: { invalidatedBy: 'nothing', maxAge: forEver, maxSize: sixNetworks },
  /** Sealed sums plus the raw rows before the settled time, counted in rows of the table. */
  settledSums: { invalidatedBy: 'late event', maxAge: halfAMinute, maxSize: halfTheNetwork },
  /** The same plus the last minutes: whole answers. */
  sums: { invalidatedBy: 'any event', maxAge: halfAMinute, maxSize: halfTheNetwork },
  sealedDays: { invalidatedBy: 'nothing', maxAge: forEver, maxSize: () => 64 },
  settledDays: { invalidatedBy: 'late event', maxAge: halfAMinute, maxSize: () => 64 },
  recentDays: { invalidatedBy: 'any event', maxAge: halfAMinute, maxSize: () => 64 },
  /** Cells of reports for past time, counted in rows. */
  sealedCells: { invalidatedBy: 'nothing', maxAge: forEver, maxSize: () => 200_000 },
  settledCells: { invalidatedBy: 'late event', maxAge: halfAMinute, maxSize: () => 100_000 },
  recentCells: { invalidatedBy: 'any event', maxAge: halfAMinute, maxSize: () => 50_000 },
  /** Distinct visitors of a past range, and of a current one. */
  settledVisitors: { invalidatedBy: 'late event', maxAge: halfAMinute, maxSize: () => 50_000 },
  visitors: { invalidatedBy: 'any event', maxAge: halfAMinute, maxSize: () => 50_000 },
  sealedFirstEvent: { invalidatedBy: 'nothing', maxAge: forEver, maxSize: () => 64 },
  firstEvent: { invalidatedBy: 'any event', maxAge: halfAMinute, maxSize: () => 64 },
  firstInvalid: { invalidatedBy: 'any event', maxAge: halfAMinute, maxSize: () => 64 },
  sealedHosts: { invalidatedBy: 'nothing', maxAge: forEver, maxSize: () => 32 },
  settledHosts: { invalidatedBy: 'late event', maxAge: halfAMinute, maxSize: () => 32 },
  recentHosts: { invalidatedBy: 'any event', maxAge: halfAMinute, maxSize: () => 32 },
  /** Last contact of every outlet, while the network is the same. */
  contacts: { invalidatedBy: 'nothing', maxAge: byOutlets, maxSize: () => 1 },
  /** Map and statuses, while the network is the same. An advertiser's events decide which outlets it sees. */
  outletAnswers: { invalidatedBy: 'event of an advertiser', maxAge: byOutlets, maxSize: () => 64 },
  /** The silent and faulty outlets in service, with the requested lists, while the network is the same. */
  served: { invalidatedBy: 'nothing', maxAge: byOutlets, maxSize: () => 64 },
  /**
   * When more than 1,000 outlets were up, for the questions of one screen, while the network is the same. Counted in
   * spans of 50 bytes.
   */
  upTimes: { invalidatedBy: 'nothing', maxAge: byOutlets, maxSize: () => 500_000 },
  /**
   * The sorted results of administrators' tables in a large network, while the network is the same. Counted in outlets
   * of 4 bytes.
   */
  outletOrders: { invalidatedBy: 'nothing', maxAge: byOutlets, maxSize: () => 4_000_000 },
  /** Positions of outlets, for clusters of any part of the map, while the network is the same; 14 bytes per outlet. */
  clusters: { invalidatedBy: 'event of an advertiser', maxAge: byOutlets, maxSize: () => 64 },
  /** First pages of outlets' views, counted in views. */
  outletViews: { invalidatedBy: 'any event', maxAge: aSecond, maxSize: () => 10_000 },
  /** Orders of customers by figures, for paging, counted in customers. */
  orders: { invalidatedBy: 'nothing', maxAge: forEver, maxSize: anOrder },
  /** Invalid traffic by day, outlet or flight. The name contains seals, late weeks and range. */
  invalidTraffic: { invalidatedBy: 'any event', maxAge: aSecond, maxSize: () => 64 },
  /** Pages of reports, so that concurrent readers of a page wait for one read. A new network also invalidates them. */
  reports: { invalidatedBy: 'any event', maxAge: onlyASecond, maxSize: () => 64 },
  /**
   * Costs of outlets, named by a mark that changes with any of them, while the network is the same. 24 bytes per
   * outlet. The next three also end with the network.
   */
  outletCosts: { invalidatedBy: 'nothing', maxAge: forEver, maxSize: anOrder },
  /** Revenue of outlets at their current place before the settled time, and since; 40 bytes per outlet. */
  settledProfit: { invalidatedBy: 'late event', maxAge: halfAMinute, maxSize: twoNetworks },
  recentProfit: { invalidatedBy: 'any event', maxAge: aSecond, maxSize: twoNetworks },
  /** The list that profit pages are cut from, for a minute; 18 bytes per outlet. */
  profit: { invalidatedBy: 'any event', maxAge: aSecond, maxSize: twoNetworks },
  /** Views by group of outlets for forecasts, while the network is the same. Counted in venues and groups. */
  groupedViews: { invalidatedBy: 'late event', maxAge: halfAMinute, maxSize: twoNetworks },
  /** Rendered PDF statements, counted in bytes. */
  statements: { invalidatedBy: 'any event', maxAge: aMinute, maxSize: () => 16_000_000 },
} as const satisfies Record<string, Rule>;

export type CacheKind = keyof typeof FIGURE_CACHES;

/** Cached answers of one kind. Each scope has its own: no tenant shares with another (docs/threat-model.md#c8). */
export type CachedAnswers<Value> = {
  /** The cached value under the name. Reads it again if it was invalidated. */
  get(scope: Scope, name: string, read: () => Promise<Value>): Promise<Value>;
  /** The cached value under the name, if it is still valid. */
  peek(scope: Scope, name: string): Promise<Value> | undefined;
};

export type FigureCache = {
  answers<Value>(kind: CacheKind, sizeOf?: (value: Value) => number): CachedAnswers<Value>;
  /** Answers that are also invalidated when an object is replaced, such as the network. */
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
 * Splits time at the point where nearly all events have arrived. The cache keeps sums from before it until a late
 * event. Only the last minutes are read again after every change (20 million views: 0.6 s of CPU against 0.01 s).
 */
type SettledTime = {
  /** Epoch ms. Never decreases, even if the clock does. */
  until(): number;
  /** Increases when an event in scope arrives in time that is already settled. */
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
