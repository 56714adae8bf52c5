import type { Period } from '#contract/common.ts';
import type { Scope } from '#domain/role.ts';
import type { Span } from '#domain/uptime.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import { runChunked, toMapChunked } from '../memory/chunked.ts';
import { memoizeByIdentity } from '../memory/memoize-by-identity.ts';
import { oncePerTick } from '../memory/once-per-tick.ts';
import type { HoldingSet } from '../network/snapshot/holding-set.ts';
import type { NetworkCustomer } from '../network/snapshot/network-parts.ts';
import type { Network } from '../network/snapshot/whole-network.ts';
import { createFigureCache, type FigureCache } from './cache/figure-cache.ts';
import { inTwoParts } from './cache/two-parts.ts';
import { createCampaignOutlets } from './campaign-outlets.ts';
import { type CellFigures, createCellFigures } from './cell-figures.ts';
import { createDailyFigures, type DayFigures } from './daily-figures.ts';
import { createFigureSums } from './figure-sums.ts';
import { createInvalidTraffic, type JudgedFigures, type TrafficQuestion } from './judged-figures.ts';
import { isKnown, knownTable } from './known-figures.ts';
import type { Needs } from './needs.ts';
import { createOutletViews, type ViewPageQuestion } from './outlet-views.ts';
import { clip, clipAll, type Interval, splitAtLateWeeks } from './plan/reading-plan.ts';
import { createSealState, type ReadSealState } from './plan/seal-state.ts';
import { type CustomerFigures, cardWithout, createCards, type ReadFigures } from './project/customer-figures.ts';
import { type ContractClock, contractClock, periodOf } from './query/contract-clock.ts';
import { type Narrowed, narrowScope, type Question } from './query/question.ts';
import { type AskedRange, END_OF_TIME_MS, EVERYTHING, resolveRange } from './query/time-range.ts';
import { type Contacts, type LastSeen, MANY_OUTLETS, readContacts, type SeenIn, seenIn } from './read/contacts.ts';
import { readLastSeen } from './read/contacts-queries.ts';
import { addUp, type FigureTable } from './read/figure-table.ts';
import type { CampaignOutlets } from './read/first-events-queries.ts';
import { type FlightSums, type FlightSumsRow, sumFlightRows, sumsByFlight } from './read/flight-sums-queries.ts';
import { type MoneySum, sumMoney } from './read/money-sums-queries.ts';
import { retryingReads } from './read/retrying-reads.ts';
import type { FigureSet } from './read/sums.ts';
import type { RecordedView } from './read/view-events-queries.ts';
import { type RecentViewTable, readRecentViews } from './recent-views.ts';
import { createUpTimes, type UpTimesByKey } from './up-times.ts';

/** Sums for all flights in a scope, to compare them. For a few flights, use `sumFlightEvents` instead. */
type FlightFigures = {
  /**
   * Returns all-time sums, and sums since `todayMs`, the start of the day. Flights without events are not in the map.
   */
  flightSums(scope: Scope, todayMs: number): Promise<ReadonlyMap<number, FlightSums>>;
};

/**
 * Creates the flight figures. They are cached like report cells: the settled time until a late event, the last minutes
 * until any event.
 */
function createFlightFigures(
  { events }: Pick<Needs, 'events'>,
  readSealState: ReadSealState,
  { answers, settledTime }: Pick<FigureCache, 'answers' | 'settledTime'>,
): FlightFigures {
  const rowsOf = (rows: readonly unknown[]) => rows.length + 1;
  const past = answers<readonly FlightSumsRow[]>('sealedCells', rowsOf);
  const inParts = {
    settled: answers<readonly FlightSumsRow[]>('settledCells', rowsOf),
    recent: answers<readonly FlightSumsRow[]>('recentCells', rowsOf),
  };

  return {
    flightSums: async (scope, todayMs) => {
      const { archiveVersion, lateWeeks, seal } = await readSealState();
      const name = `${seal.generation}|${archiveVersion}|${lateWeeks}`;
      const settledMs = settledTime.until();
      const read = async (times: readonly Interval[]) =>
        (await Promise.all(times.map((time) => sumFlightRows(events, scope, null, time, seal.archive)))).flat();
      const since = (sinceMs: number, others: readonly Interval[]) =>
        inTwoParts<readonly FlightSumsRow[]>(
          inParts,
          scope,
          { name: `${name}|${sinceMs}|${others.length}`, settledMs },
          (from, to) => read(clipAll([...others, { fromMs: sinceMs, toMs: END_OF_TIME_MS }], from, to)),
        );
      const splitMs = Date.parse(seal.watermark);
      const { quiet, late } = splitAtLateWeeks({ fromMs: 0, toMs: splitMs }, lateWeeks);
      const [before, after, today] = await Promise.all([
        quiet.length === 0 ? [] : past.get(scope, `${name}|${splitMs}`, () => read(quiet)),
        since(splitMs, late),
        since(todayMs, []),
      ]);
      return sumsByFlight([...before, ...after.flat()], today.flat());
    },
  };
}

/** Amounts for the whole network, for months without documents. */
type MoneyFigures = {
  /** Sums by owner and advertiser. A pair may have several rows. */
  money(interval: Interval): Promise<readonly MoneySum[]>;
  /** Sums only late arrivals: events stored since `arrivedFrom`, in seconds of the store's clock. */
  lateMoney(interval: Interval, arrivedFrom: number): Promise<readonly MoneySum[]>;
};

/**
 * Creates the money figures. They are cached like report cells: the settled time until a late event, the last minutes
 * until any event.
 */
function createMoneyFigures(
  { events }: Pick<Needs, 'events'>,
  readSealState: ReadSealState,
  { answers, settledTime }: Pick<FigureCache, 'answers' | 'settledTime'>,
): MoneyFigures {
  const rowsOf = (rows: readonly unknown[]) => rows.length + 1;
  const inParts = {
    settled: answers<readonly MoneySum[]>('settledCells', rowsOf),
    recent: answers<readonly MoneySum[]>('recentCells', rowsOf),
  };

  async function read(interval: Interval, arrivedFrom: number | null): Promise<readonly MoneySum[]> {
    const { archiveVersion, seal } = await readSealState();
    const name = `money|${archiveVersion}|${interval.fromMs}|${interval.toMs}|${arrivedFrom}`;
    const parts = await inTwoParts<readonly MoneySum[]>(
      inParts,
      { kind: 'all' },
      { name, settledMs: settledTime.until() },
      async (fromMs, toMs) => {
        const part = clip(interval, fromMs, toMs);
        return part.fromMs < part.toMs ? sumMoney(events, part, seal.archive, arrivedFrom) : [];
      },
    );
    return parts.flat();
  }

  return {
    money: (interval) => read(interval, null),
    lateMoney: (interval, arrivedFrom) => read(interval, arrivedFrom),
  };
}

/**
 * The figures that several features read. All results are exact and include every event acknowledged before the call.
 * 1. `read-question.ts` and `query/` convert a request to a question: scope, range and clock.
 * 2. `plan/` decides which rows to read, so that each event counts once: sealed rollups, archived sums or raw rows.
 * 3. `cache/` returns a cached result, or runs the reads.
 * 4. `read/` queries the events store within the scope.
 * 5. `project/` reduces the result to the fields that the role may see.
 */
export type Figures = CellFigures &
  FlightFigures &
  MoneyFigures & {
    network(): Promise<Network>;
    /** Narrows a scope to `cid` (a customer's ID or name). Throws 403 or 404, see docs/decisions.md#contract. */
    narrow(scope: Scope, cid: string | undefined): Promise<Narrowed>;
    /** Resolves a calendar range using the scope's clock, as of now or of another time (epoch ms). */
    resolve(asked: Omit<Question, 'range'> & { readonly range: AskedRange }, atMs?: number): Promise<Question>;
    /** Returns the clock that defines the scope's days. */
    clockOf(question: Pick<Question, 'scope' | 'timeZone'>): Promise<ContractClock>;
    /** Returns a response's `period` field, which states the days that its figures cover. */
    periodOf(question: Question): Promise<Period>;
    /** Returns the customers whose cards the scope shows, sorted by name. */
    customersIn(question: Question): Promise<readonly NetworkCustomer[]>;
    /** Returns the sums of each customer, by key. Customers without events are not in the map. */
    customerSums(question: Question): Promise<ReadonlyMap<number, FigureSet>>;
    /** Returns the customers' cards with their outlets, in the given order. */
    customers(question: Question, customers: readonly NetworkCustomer[]): Promise<CustomerFigures[]>;
    /** Returns cards without outlets. A large network has far fewer customers than outlets. */
    cards(question: Question, customers: readonly NetworkCustomer[]): Promise<CustomerFigures[]>;
    /**
     * Returns customers' all-time views by key, regardless of the range. Customers without views are not in the map.
     */
    allViews(question: Question, customers: readonly NetworkCustomer[]): Promise<ReadonlyMap<number, number>>;
    /**
     * Returns customers' figures by outlet. If `customerKeys` is null, returns the figures of all customers in scope.
     */
    outletSums(
      question: Question,
      customerKeys: readonly number[] | null,
      outletKeys?: readonly number[],
    ): Promise<ReadFigures>;
    /**
     * Returns the outlets where an advertiser's campaigns ever ran, by the customer that held them at the time; null
     * for other scopes. Use `valid` for figures about valid events. Use `all` for access rights, and for figures that
     * include invalid events.
     */
    campaignOutlets(scope: Scope): Promise<CampaignOutlets | null>;
    /** Returns figures for each day in the range, oldest first. Days without events have zeros. */
    daily(question: Question): Promise<DayFigures[]>;
    /** Returns valid and invalid traffic by day, outlet or flight. */
    judged(question: TrafficQuestion): Promise<JudgedFigures>;
    /** Returns the time of the oldest valid event in scope (epoch ms), regardless of the range; null without events. */
    firstEventAt(question: Question): Promise<number | null>;
    /** Like `firstEventAt`, but includes invalid events. */
    firstReportedAt(question: Question): Promise<number | null>;
    /**
     * Returns the last contact by outlet key. For many outlets, the result may be one second old per ten thousand
     * outlets in the network.
     */
    lastSeen(outletKeys: readonly number[]): Promise<LastSeen>;
    /**
     * Returns the last contact of all outlets in the network, which is at most as old as `lastSeen` for many outlets.
     */
    contacts(): Promise<Contacts>;
    /** Returns the last contact for a set of holdings, limited to the contacts that each holder may see. */
    seenIn(set: HoldingSet): Promise<SeenIn>;
    /**
     * Returns the times at which outlets were up within a span, by key. For many outlets, the result may be as old as
     * the result of `lastSeen`.
     */
    upTimes(outletKeys: readonly number[], span: Span): Promise<UpTimesByKey>;
    /** Returns the latest views for the outlets on the cards. */
    recentViews(question: Question, cards: readonly CustomerFigures[]): Promise<RecentViewTable>;
    /**
     * Returns the time from which single events are stored (epoch ms). For earlier times, only sums exist. 0 if all
     * events are stored.
     */
    singlesSince(): Promise<number>;
    /** Returns an outlet's views before a position, newest first. */
    outletViews(question: Question, page: ViewPageQuestion): Promise<readonly RecordedView[]>;
    /** Caches results that features derive from figures, using the rules in `cache/figure-cache.ts`. */
    readonly cache: Pick<FigureCache, 'answers' | 'forNetwork' | 'settledTime'>;
  };

/** Creates the figures. All features share the caches of the figures, so a process creates the figures once. */
export function createFigures(needs: Needs): Figures {
  const { accounts, config, now } = needs;
  // After this call, the process has seen every event that any process acknowledged before the call.
  const readSnapshot = oncePerTick(async () => {
    const { snapshot, eventChanges } = await needs.network.current();
    await needs.live.hearUntil(eventChanges);
    return snapshot;
  });
  let outletCount = 0;
  const network = async () => {
    const nowMs = now();
    const known = await (await readSnapshot()).whole(nowMs);
    outletCount = known.outletByKey.size;
    return known;
  };
  const cache = createFigureCache(needs, () => outletCount);
  const sealState = createSealState(needs);
  const patient = { ...needs, events: retryingReads(needs.events) };
  const sums = createFigureSums(patient, sealState, cache);
  const campaignOutlets = createCampaignOutlets(patient, sealState, cache);
  const cells = createCellFigures(patient, sealState, cache);
  const cardOf = createCards();
  const sumsByCustomer = memoizeByIdentity((table: FigureTable) =>
    runChunked(toMapChunked(table, ([key, outlets]) => [key, addUp(outlets)])),
  );
  const contactsOf = cache.forNetwork<Contacts>('contacts');
  const contacts = async () => {
    const known = await network();
    return contactsOf(known).get({ kind: 'all' }, 'contacts', () => readContacts(accounts, known.packed.outlets));
  };
  const upTimes = createUpTimes(accounts, cache);
  const zoneOf = (question: Question) =>
    question.timeZone ?? (question.scope.kind === 'owner' ? null : config.networkTimeZone);
  const clockOf = async ({ scope, timeZone }: Pick<Question, 'scope' | 'timeZone'>) =>
    contractClock(await network(), scope, timeZone, config.networkTimeZone);

  async function table(
    question: Question,
    customerKeys: readonly number[] | null,
    byOutlet: boolean,
    outletKeys?: readonly number[],
  ) {
    const { scope, range } = question;
    const found = await sums({
      scope,
      ...(outletKeys === undefined ? {} : { outlets: outletKeys }),
      customers: scope.kind === 'owner' ? null : customerKeys,
      byOutlet,
      range,
      timeZone: zoneOf(question),
      localDayOf: scope.kind === 'owner' ? localDays(await network(), scope.customerKey, now()) : () => '',
    });
    if (!isKnown(question)) return found;
    return knownTable(cells.cells, question, { now: found, customerKeys, byOutlet });
  }

  async function outletSums(
    question: Question,
    customerKeys: readonly number[] | null,
    outletKeys?: readonly number[],
  ): Promise<ReadFigures> {
    const found = await table(question, customerKeys, true, outletKeys);
    const outlets = await campaignOutlets(question.scope);
    return { table: found, hosted: outlets?.valid ?? null };
  }

  const keysOf = ({ customerKey }: Question) => (customerKey === null ? null : [customerKey]);
  const daily = createDailyFigures(patient, sealState, cache, { clockOf, cells: cells.cells });

  const judged = createInvalidTraffic(patient, sealState, cache);
  const dailyOf = (question: Question) => daily.byDay({ ...question, timeZone: zoneOf(question) });

  return {
    ...cells,
    ...createFlightFigures(patient, sealState, cache),
    ...createMoneyFigures(patient, sealState, cache),
    network,
    cache: cache,
    narrow: async (scope, cid) => {
      if (cid === undefined) return { scope, customerKey: null };
      const outlets = await campaignOutlets(scope);
      return narrowScope(await network(), scope, cid, outlets && new Set(outlets.all.keys()));
    },
    clockOf,
    periodOf: async (question) => periodOf(await clockOf(question), question.range, now()),
    resolve: async (asked, atMs = now()) => {
      const { zone, daysOf } = await clockOf(asked);
      const { date: today } = zonedDay(atMs, zone);
      const byStamp = daysOf === 'venue' || daysOf === 'venues';
      return { ...asked, range: resolveRange(asked.range, { zone, byStamp, today }) };
    },
    customersIn: async (question) => {
      const { scope, customerKey } = question;
      const known = await network();
      const { customers } = known;
      const isAsked = ({ key }: NetworkCustomer) => customerKey === null || key === customerKey;
      if (scope.kind === 'all') return customerKey === null ? properties(known) : properties(known).filter(isAsked);
      if (scope.kind === 'owner') return customers.filter((one) => one.key === scope.customerKey && isAsked(one));
      const outlets = await campaignOutlets(scope);
      return customers.filter((one) => outlets?.valid.has(one.key) && isAsked(one));
    },
    customerSums: async (question) => {
      return sumsByCustomer(await table(question, keysOf(question), false));
    },
    customers: async (question, customers) => {
      const keys = customers.map(({ key }) => key);
      const [known, read] = await Promise.all([network(), outletSums(question, keys)]);
      return customers.map((customer) => cardOf(known, question.scope, customer, read));
    },
    cards: async (question, customers) => {
      const [known, outlets] = await Promise.all([network(), campaignOutlets(question.scope)]);
      const hosted = outlets?.valid ?? null;
      const found = await table(question, keysOf(question), false);
      return customers.map((customer) => cardWithout(known, question.scope, customer, { table: found, hosted }));
    },
    allViews: async (question, customers) => {
      const keys = customers.map(({ key }) => key);
      const { knownOn: _, ...asked } = question;
      const found = await table({ ...asked, range: EVERYTHING }, keysOf(question), false);
      return new Map(keys.map((key) => [key, addUp(found.get(key) ?? NO_OUTLETS).total.views]));
    },
    outletSums,
    recentViews: (question, cards) => readRecentViews(needs, sealState, question, cards),
    singlesSince: async () => (await sealState()).seal.archive.endMs,
    outletViews: createOutletViews(needs, cache),
    campaignOutlets,
    daily: dailyOf,
    judged: (question) =>
      judged(question, zoneOf(question), {
        byDay: () => dailyOf(question),
        byOutlet: () => outletSums(question, keysOf(question)),
      }),
    firstEventAt: daily.firstEventAt,
    firstReportedAt: daily.firstReportedAt,
    lastSeen: async (outletKeys) =>
      outletKeys.length <= MANY_OUTLETS ? readLastSeen(accounts, outletKeys) : contacts(),
    contacts,
    seenIn: (set) => seenIn(accounts, set, contacts),
    upTimes: async (outletKeys, span) => upTimes(await network(), outletKeys, span),
  };
}

const NO_OUTLETS: ReadonlyMap<number, FigureSet> = new Map();
const properties = memoizeByIdentity(({ customers }: Network) => customers.filter(({ kind }) => kind === 'property'));

/** Returns the question for all figures in a scope. */
export const wholeScope = (scope: Scope): Question => ({
  scope,
  customerKey: null,
  range: EVERYTHING,
  timeZone: null,
});

/** Returns a function that returns today's date at an owner's outlet, in the time zone of its venue. */
function localDays(network: Network, customerKey: number, nowMs: number): (outletKey: number) => string {
  const holdings = network.holdings.get(customerKey);
  const dates = new Map<string, string>();
  return (outletKey) => {
    const zone = holdings?.get(outletKey)?.venue.timeZone ?? 'UTC';
    const date = dates.get(zone) ?? zonedDay(nowMs, zone).date;
    dates.set(zone, date);
    return date;
  };
}
