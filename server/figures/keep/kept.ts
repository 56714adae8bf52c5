import { MINUTE_MS } from '#domain/durations.ts';
import type { Scope } from '#domain/role.ts';
import { keptWith } from '../../memory/kept-with.ts';
import { createSharedAnswers } from '../../memory/shared-answers.ts';
import type { Needs } from '../needs.ts';
import { createFreshness, scopeName } from './freshness.ts';
import { createSettledTime, type SettledTime } from './settled-time.ts';

/** What the limits go by: who else may write to the events store, and how large the network is. */
type Where = { readonly isOnlyWriter: boolean; readonly outlets: number };

/** What ends an answer, and with it nothing else: what it is an answer to stands in its name. */
type EndedBy = 'nothing' | 'late event' | 'any event' | 'event of an advertiser';

type Rule = {
  readonly endedBy: EndedBy;
  /** Milliseconds; an answer that is older serves nobody. */
  readonly serves: (where: Where) => number;
  /** Answers, or what its reader counts; the least recently used ones go. */
  readonly most: (where: Where) => number;
};

const forEver = () => Number.POSITIVE_INFINITY;
/** Who has the embedded store is the only one that writes to it and hears of everything; a server may have other writers. */
const aSecond = ({ isOnlyWriter }: Where) => (isOnlyWriter ? Number.POSITIVE_INFINITY : 1_000);
/**
 * What is acknowledged was announced. At a server sums have an age all the same: a process that was killed after it stored an
 * event announces it to nobody, until the outlet sends it again. To read them anew each second took longer than a second at 100
 * million views.
 */
const halfAMinute = ({ isOnlyWriter }: Where) => (isOnlyWriter ? Number.POSITIVE_INFINITY : 30_000);
/** Outlets report every few minutes, and reading all of them takes longer the more there are. */
const byOutlets = ({ outlets }: Where) => 1_000 * Math.max(1, outlets / 10_000);
/** What names things that end nothing here, such as campaigns. */
const onlyASecond = () => 1_000;
const aMinute = (where: Where) => Math.min(MINUTE_MS, aSecond(where));

/** Customers in all orders together, about 5 MB; one order of all fits whatever their number. */
const anOrder = ({ outlets }: Where) => Math.max(50_000, outlets);

/** Figures of so many outlets or customers, about 12 MB; of a large network those of half of it, up to 50 MB. */
const halfTheNetwork = ({ outlets }: Where) => Math.min(100_000, Math.max(25_000, outlets / 2));
/** Of a list of outlets in two ranges, or of several owners. */
const twoNetworks = ({ outlets }: Where) => Math.max(100_000, outlets * 2);
/** Packed they take a tenth, 80 MB at most. Each question needs two sums of the whole network, and each range two others. */
const sixNetworks = ({ outlets }: Where) => Math.min(1_500_000, Math.max(60_000, outlets * 6));

/**
 * All that is kept of figures between two questions, for how long, and what ends it; docs/figures-and-freshness.md#what-is-kept
 * says why, and a test compares the two. What is kept of the network is its snapshot (`network/snapshot/network-memory.ts`).
 */
export const KEPT = {
  /** Whole scopes, counted in outlets. Seals and late weeks stand in the name. */
  sealedSums: { endedBy: 'nothing', serves: forEver, most: sixNetworks },
  /** Sealed sums joined with the raw rows before the settled time, counted in rows of the table. */
  settledSums: { endedBy: 'late event', serves: halfAMinute, most: halfTheNetwork },
  /** Those joined with the last minutes: whole answers. */
  sums: { endedBy: 'any event', serves: halfAMinute, most: halfTheNetwork },
  sealedDays: { endedBy: 'nothing', serves: forEver, most: () => 64 },
  settledDays: { endedBy: 'late event', serves: halfAMinute, most: () => 64 },
  recentDays: { endedBy: 'any event', serves: halfAMinute, most: () => 64 },
  /** Cells of reports that are over, counted in rows. */
  sealedCells: { endedBy: 'nothing', serves: forEver, most: () => 200_000 },
  settledCells: { endedBy: 'late event', serves: halfAMinute, most: () => 100_000 },
  recentCells: { endedBy: 'any event', serves: halfAMinute, most: () => 50_000 },
  /** Distinct visitors of a range that is over, and of one that goes on. */
  settledVisitors: { endedBy: 'late event', serves: halfAMinute, most: () => 50_000 },
  visitors: { endedBy: 'any event', serves: halfAMinute, most: () => 50_000 },
  sealedFirstEvent: { endedBy: 'nothing', serves: forEver, most: () => 64 },
  firstEvent: { endedBy: 'any event', serves: halfAMinute, most: () => 64 },
  firstInvalid: { endedBy: 'any event', serves: halfAMinute, most: () => 64 },
  sealedHosts: { endedBy: 'nothing', serves: forEver, most: () => 32 },
  settledHosts: { endedBy: 'late event', serves: halfAMinute, most: () => 32 },
  recentHosts: { endedBy: 'any event', serves: halfAMinute, most: () => 32 },
  /** The newest contact of every outlet, as long as the network is the same. */
  contacts: { endedBy: 'nothing', serves: byOutlets, most: () => 1 },
  /** Map and statuses; where an advertiser's outlets are its events say. As long as the network is the same. */
  outletAnswers: { endedBy: 'event of an advertiser', serves: byOutlets, most: () => 64 },
  /** Which outlets in service are silent or faulty, with the lists of those that were asked for. As long as the network is the same. */
  served: { endedBy: 'nothing', serves: byOutlets, most: () => 64 },
  /** When more than 1,000 outlets were up, for the questions of one screen, counted in spans; 50 bytes each. As long as the network is the same. */
  upTimes: { endedBy: 'nothing', serves: byOutlets, most: () => 500_000 },
  /** What administrators' tables of a large network find, in their order, counted in outlets; 4 bytes each. As long as the network is the same. */
  outletOrders: { endedBy: 'nothing', serves: byOutlets, most: () => 4_000_000 },
  /** Where outlets stand, for clusters of any part of the map; 14 bytes an outlet. As long as the network is the same. */
  clusters: { endedBy: 'event of an advertiser', serves: byOutlets, most: () => 64 },
  /** First pages of outlets' views, counted in views. */
  outletViews: { endedBy: 'any event', serves: aSecond, most: () => 10_000 },
  /** Orders of customers by figures that somebody pages through, counted in customers. */
  orders: { endedBy: 'nothing', serves: forEver, most: anOrder },
  /** What does not count, by day, outlet or flight; seals, late weeks and range stand in the name. */
  invalidTraffic: { endedBy: 'any event', serves: aSecond, most: () => 64 },
  /** Pages of reports, so that many who look at one wait for one; another network ends them too. */
  reports: { endedBy: 'any event', serves: onlyASecond, most: () => 64 },
  /** What outlets cost, by a mark that any change of it changes; 24 bytes an outlet. As long as the network is the same, as the next three. */
  outletCosts: { endedBy: 'nothing', serves: forEver, most: anOrder },
  /** What outlets brought where they stand before the settled time, and since; 40 bytes an outlet. */
  settledProfit: { endedBy: 'late event', serves: halfAMinute, most: twoNetworks },
  recentProfit: { endedBy: 'any event', serves: aSecond, most: twoNetworks },
  /** What their list is paged from, for a minute; 18 bytes an outlet. */
  profit: { endedBy: 'any event', serves: aSecond, most: twoNetworks },
  /** Drawn PDF statements, counted in bytes. */
  statements: { endedBy: 'any event', serves: aMinute, most: () => 16_000_000 },
} as const satisfies Record<string, Rule>;

export type Kind = keyof typeof KEPT;

/** Answers of one kind. Each scope has its own: no tenant shares with another (docs/threat-model.md#c8). */
export type KeptAnswers<Value> = {
  /** What is kept under the name, read anew where it has ended. */
  get(scope: Scope, name: string, read: () => Promise<Value>): Promise<Value>;
  /** What is kept under the name, if it has not ended. */
  peek(scope: Scope, name: string): Promise<Value> | undefined;
};

export type Keeper = {
  answers<Value>(kind: Kind, sizeOf?: (value: Value) => number): KeptAnswers<Value>;
  /** Answers that end with an object besides, such as the network they are of. */
  answersOf<Value>(kind: Kind, sizeOf?: (value: Value) => number): (object: object) => KeptAnswers<Value>;
  readonly settledTime: Pick<SettledTime, 'until'>;
};

export function createKeeper(
  { config, live, now }: Pick<Needs, 'config' | 'live' | 'now'>,
  outlets: () => number,
): Keeper {
  const anyEvent = createFreshness(live);
  const settledTime = createSettledTime({ live, now });
  const versions: Readonly<Record<EndedBy, (scope: Scope) => number>> = {
    nothing: () => 0,
    'late event': settledTime.lateness,
    'any event': anyEvent,
    'event of an advertiser': (scope) => (scope.kind === 'advertiser' ? anyEvent(scope) : 0),
  };
  const where = (): Where => ({ isOnlyWriter: config.clickhouseUrl === null, outlets: outlets() });

  function answers<Value>(kind: Kind, sizeOf?: (value: Value) => number): KeptAnswers<Value> {
    const { endedBy, serves, most }: Rule = KEPT[kind];
    const versionOf = versions[endedBy];
    const shared = createSharedAnswers<Value>({
      maxAgeMs: () => serves(where()),
      most: () => most(where()),
      ...(sizeOf === undefined ? {} : { sizeOf }),
    });
    return {
      get: (scope, name, read) => shared.get(`${scopeName(scope)}|${name}`, () => versionOf(scope), read),
      peek: (scope, name) => shared.peek(`${scopeName(scope)}|${name}`, versionOf(scope)),
    };
  }

  return {
    answers,
    answersOf: <Value>(kind: Kind, sizeOf?: (value: Value) => number) => keptWith(() => answers<Value>(kind, sizeOf)),
    settledTime,
  };
}
