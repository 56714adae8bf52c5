import type { InvalidReason } from '#contract/ingest.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import {
  isOverOutletPace,
  isOverVisitorPace,
  OUTLET_WINDOW_MS,
  type ShownAt,
  type TrafficRules,
} from '#domain/judging-rules.ts';
import type { EventsReader } from '#event-store/event-store.ts';
import { hashToNumber } from '../../../lib/hash-to-number.ts';
import { yieldThread } from '../../../lib/yield-thread.ts';
import { createBatcher } from '../receive/batcher.ts';
import { type CountedViews, createCountedViews } from './counted-views.ts';
import {
  type CountedNumbers,
  type CountedRow,
  countCounted,
  findCountedAround,
  findCountedOfVisitors,
  instantOfCounted,
  streamCounted,
} from './rate-events-queries.ts';
import { spansOf } from './time-spans.ts';

type VisitorPace = {
  /**
   * Starts a check of whether the visitor exceeds `mostSeconds` within an hour of the view. `except` is the view's own
   * id.
   */
  begin(view: ShownAt, mostSeconds: number, except: number): void;
  /**
   * Adds a counted view less than an hour before or after the checked one. Returns false once no further view can
   * change the result.
   */
  take(oneMs: number, id: number, seconds: number): boolean;
  isOver(): boolean;
};

/**
 * Applies `isOverVisitorPace` to views that are added one by one. Nearly all visitors have too few seconds for a closer
 * check. For a visitor with very many seconds, the result is certain early: enough seconds in the hour before, in the
 * hour after, or within half an hour of the view. So a visitor with thousands of views costs no more than a visitor at
 * the limit.
 */
export function createVisitorRate(): VisitorPace {
  const shown: ShownAt[] = [];
  let [all, before, after, around, most, except] = [0, 0, 0, 0, 0, 0];
  let view: ShownAt = { atMs: 0, seconds: 0 };
  const isCertain = () => Math.max(before, after, around) > most;
  return {
    begin: (asked, limit, id) => {
      view = asked;
      most = limit;
      except = id;
      shown.length = 0;
      [all, before, after, around] = [asked.seconds, asked.seconds, asked.seconds, asked.seconds];
    },
    take: (atMs, id, seconds) => {
      if (id === except) return true;
      shown.push({ atMs, seconds });
      all += seconds;
      if (atMs <= view.atMs) before += seconds;
      if (atMs >= view.atMs) after += seconds;
      if (Math.abs(atMs - view.atMs) < HOUR_MS / 2) around += seconds;
      return !isCertain();
    },
    isOver: () => all > most && (isCertain() || isOverVisitorPace(shown, view, most)),
  };
}

/** A view that would count. `reason` is set if a later rule finds it invalid anyway. */
export type RatedView = {
  readonly eventId: bigint;
  readonly customerKey: number;
  readonly outletKey: number;
  readonly fingerprint: string;
  readonly atMs: number;
  readonly seconds: number;
  /** Number of sockets at its outlet, which is how many visitors it can serve simultaneously. */
  readonly sockets: number;
  readonly reason: InvalidReason | null;
};

/** The stored fields of a view that identify the creative shown. */
export type StoredView = Pick<CountedRow, 'flightKey' | 'cryptic'>;
/** Returns how long the creative of a stored view is shown. */
export type SecondsOf = (view: StoredView) => number;
export type CreativeSeconds = {
  /** Loads the data for these stored views and returns the lookup. */
  load(views: readonly StoredView[]): Promise<SecondsOf>;
  /** Returns the flights whose creatives differ in length. For these flights, `cryptic` must identify the creative. */
  mixed(flightKeys: readonly number[]): Promise<readonly number[]>;
};

/** The fields that are available before the batch is decided. */
export type LookedView = Pick<RatedView, 'customerKey' | 'outletKey' | 'fingerprint' | 'atMs'>;
/** Stored views near the batch's views, by visitor and by outlet. */
export type Stored = {
  readonly visitors: ReadonlyMap<string, readonly Near[]>;
  readonly outlets: ReadonlyMap<number, readonly Near[]>;
};

export type RateRules = {
  /**
   * Whether memory holds everything that views since then are compared with. If so, they can be judged without a
   * lookup.
   */
  knowsSince(oldestMs: number): boolean;
  /** Reads the data needed to judge these views. May run concurrently with the batch's other lookups. */
  look(views: readonly LookedView[], rules: TrafficRules, seconds: CreativeSeconds): Promise<Stored>;
  /** Returns why views do not count, by event. Views that count limit other views from now on. Runs synchronously. */
  judge(views: readonly RatedView[], rules: TrafficRules, stored: Stored): ReadonlyMap<bigint, InvalidReason>;
  /** Forgets views that do not count after all, or were not stored. */
  forget(views: readonly RatedView[]): void;
  /** Resolves when past views are no longer being read back. */
  idle(): Promise<void>;
};

/** Maximum number of views in memory, by visitor and by outlet, 75 MB each. */
const MOST_KEPT = 2 ** 21;
/** How far back a startup reads: an hour, plus the usual delay of outlets. */
const READ_BACK_MS = HOUR_MS + 15 * MINUTE_MS;
const MOST_READ_BACK = 1_950_000;
/** Factor that leaves room for the views that arrive after the read-back. */
const ROOM = 1.25;
const MOST_A_QUESTION = 20_000;
const NO_FINGERPRINT = '0'.repeat(32);
const NOBODY = -1;

type Wanted = {
  readonly ofVisitors: readonly LookedView[];
  readonly atOutlets: readonly LookedView[];
  readonly seconds: CreativeSeconds;
};

/**
 * Keeps the views that the rate rules compare a view with. Only views that count are kept, so that a forged view never
 * affects an honest one. The newest views are in memory, where a startup reads them back. The store is queried until
 * the read-back is done, for older views, and if other processes store events too. This process uses its own decisions
 * immediately, so concurrent batches cannot miss each other.
 */
export function createRateRules(needs: {
  readonly events: EventsReader;
  readonly now: () => number;
  readonly shared: boolean;
}): RateRules {
  const { events, now, shared } = needs;
  const readBackSinceMs = now() - READ_BACK_MS;
  let visitors = createCountedViews(MOST_KEPT, Number.POSITIVE_INFINITY);
  let outlets = createCountedViews(MOST_KEPT, Number.POSITIVE_INFINITY);
  /** Views judged before the read-back is done, by short id. Null once it is done, or if there will be none. */
  let meanwhile: Map<number, Noted> | null = shared ? null : new Map();
  let reading: Promise<void> | null = null;
  const pace = createVisitorRate();

  /** Starts the read-back once, with the first batch. Until it is done, the store is queried for each view. */
  function beginReadingBack(seconds: CreativeSeconds): void {
    if (meanwhile === null) return;
    // The batch queries the same store and reports its errors. The next batch starts the read-back again.
    reading ??= readBack(seconds).catch(() => {
      reading = null;
    });
  }

  async function readBack(seconds: CreativeSeconds): Promise<void> {
    const { sinceMs, views: count, flights } = await whatToReadBack();
    const mixed = await seconds.mixed(flights);
    const newBook = () => createCountedViews(MOST_KEPT, sinceMs, Math.ceil(count * ROOM));
    const books = [newBook(), newBook()] as const;
    const times = { fromMs: Math.max(sinceMs, readBackSinceMs), nowMs: now() };
    for await (const views of streamCounted(events, times, mixed)) {
      const secondsOf = await seconds.load(views);
      // This process has already noted the views that it stored.
      for (const view of views)
        if (!isNoted(view)) noteIn(books, { ...view, visitor: visitorNumber(view.fingerprint) }, secondsOf(view));
      await yieldThread();
    }
    for (const noted of meanwhile?.values() ?? []) noteIn(books, noted, noted.seconds);
    [visitors, outlets] = books;
    meanwhile = null;
  }

  function isNoted({ id, outletKey, atMs }: CountedNumbers): boolean {
    const noted = meanwhile?.get(id);
    return noted !== undefined && noted.outletKey === outletKey && noted.atMs === atMs;
  }

  async function whatToReadBack() {
    const { views, flights } = await countCounted(events, readBackSinceMs);
    if (views > MOST_READ_BACK) {
      const cutMs = (await instantOfCounted(events, readBackSinceMs, MOST_READ_BACK)) ?? readBackSinceMs;
      // The limit may fall among views of the same millisecond.
      return { sinceMs: cutMs + 1, views: MOST_READ_BACK, flights };
    }
    // If the store is empty, memory is complete. Backfilling a long past then needs no repeated queries.
    const isEmpty = views === 0 && (await instantOfCounted(events, 0, 0)) === null;
    return { sinceMs: isEmpty ? 0 : readBackSinceMs, views, flights };
  }

  function note({ outletKey, atMs, seconds }: RatedView, { id, visitor }: Numbers): void {
    noteIn([visitors, outlets], { id, visitor, outletKey, atMs }, seconds);
    meanwhile?.set(id, { id, visitor, outletKey, atMs, seconds });
  }

  const asking = createBatcher<Wanted, Stored>({
    sizeOf: ({ ofVisitors, atOutlets }) => ofVisitors.length + atOutlets.length,
    enough: MOST_A_QUESTION,
    largest: MOST_A_QUESTION,
    gatherMs: 0,
    runGroup: async (jobs) => {
      const ofVisitors = jobs.flatMap((job) => job.ofVisitors);
      const atOutlets = jobs.flatMap((job) => job.atOutlets);
      const visitors = [...new Set(ofVisitors.map(({ fingerprint }) => fingerprint))];
      const found = await Promise.all([
        findCountedOfVisitors(events, visitors, spansOf(ofVisitors, HOUR_MS)),
        findCountedAround(events, atOutlets, OUTLET_WINDOW_MS),
      ]);
      const rows = found.flat();
      const seconds = jobs[0]?.seconds;
      const stored =
        seconds === undefined || rows.length === 0 ? NOTHING_STORED : createStored(rows, await seconds.load(rows));
      return jobs.map(() => stored);
    },
  });

  /** Queries the store for the views that memory may not fully cover. */
  async function ask(views: readonly LookedView[], rules: TrafficRules, seconds: CreativeSeconds): Promise<Stored> {
    const ofVisitors =
      rules.visitorSeconds === null
        ? []
        : views.filter((one) => one.fingerprint !== NO_FINGERPRINT && one.atMs - HOUR_MS < visitors.completeSinceMs);
    const atOutlets = rules.outletPace
      ? views.filter((one) => one.atMs - OUTLET_WINDOW_MS < outlets.completeSinceMs)
      : [];
    return ofVisitors.length + atOutlets.length === 0 ? NOTHING_STORED : asking.run({ ofVisitors, atOutlets, seconds });
  }

  function isOverPace(view: RatedView, { id, visitor }: Numbers, mostSeconds: number, stored: Stored): boolean {
    if (visitor === NOBODY) return false;
    const { fingerprint, atMs } = view;
    const ofStore = stored.visitors.get(fingerprint);
    if (ofStore !== undefined) {
      const seen = withStored(id, visitors.near(visitor, atMs, HOUR_MS, id), ofStore);
      return isOverVisitorPace(seen, view, mostSeconds);
    }
    pace.begin(view, mostSeconds, id);
    visitors.eachNear(visitor, atMs, HOUR_MS, pace.take);
    return pace.isOver();
  }

  function isTooFast(view: RatedView, id: number, stored: Stored): boolean {
    const { outletKey, atMs, sockets } = view;
    const ofStore = stored.outlets.get(outletKey);
    // Nearly always, no view overlaps and no list is needed.
    if (ofStore === undefined && !outlets.hasOverlapping(outletKey, view, id)) return false;
    const shown = withStored(id, outlets.near(outletKey, atMs, OUTLET_WINDOW_MS, id), ofStore);
    return isOverOutletPace(shown, view, sockets);
  }

  function reasonOf(view: RatedView, numbers: Numbers, rules: TrafficRules, stored: Stored) {
    const { visitorSeconds, outletPace } = rules;
    if (visitorSeconds !== null && isOverPace(view, numbers, visitorSeconds, stored)) return 'visitor_pace' as const;
    return outletPace && isTooFast(view, numbers.id, stored) ? ('outlet_pace' as const) : null;
  }

  return {
    knowsSince: (oldestMs) =>
      oldestMs - HOUR_MS >= visitors.completeSinceMs && oldestMs - OUTLET_WINDOW_MS >= outlets.completeSinceMs,
    look: async (views, rules, seconds) => {
      if (views.length === 0) return NOTHING_STORED;
      beginReadingBack(seconds);
      const answer = ask(views, rules, seconds);
      if (meanwhile === null || reading === null) return answer;
      // Uses the first result. If the read-back ends first, memory may make the query unnecessary.
      return Promise.race([answer, reading.then(() => (meanwhile === null ? ask(views, rules, seconds) : answer))]);
    },
    judge: (views, rules, stored) => {
      const reasons = new Map<bigint, InvalidReason>();
      for (const view of views.toSorted((one, other) => one.atMs - other.atMs)) {
        const numbers = { id: shortNumber(view.eventId), visitor: visitorNumber(view.fingerprint) };
        const reason = reasonOf(view, numbers, rules, stored);
        if (reason !== null) reasons.set(view.eventId, reason);
        else if (view.reason === null) note(view, numbers);
      }
      return reasons;
    },
    forget: (views) => {
      for (const { eventId, fingerprint, outletKey } of views) {
        const id = shortNumber(eventId);
        meanwhile?.delete(id);
        visitors.remove(visitorNumber(fingerprint), id);
        outlets.remove(outletKey, id);
      }
    },
    idle: async () => void (await reading),
  };
}

const NOTHING_STORED: Stored = { visitors: new Map(), outlets: new Map() };
type NotedView = Pick<CountedNumbers, 'id' | 'outletKey' | 'atMs'> & {
  /** The fingerprint's `visitorNumber`. */
  readonly visitor: number;
};
type Noted = NotedView & { readonly seconds: number };
type Numbers = Pick<NotedView, 'id' | 'visitor'>;
type Near = { readonly id: number; readonly atMs: number; readonly seconds: number };

function noteIn(
  [visitors, outlets]: readonly [CountedViews, CountedViews],
  { id, visitor, outletKey, atMs }: NotedView,
  seconds: number,
): void {
  // A view of zero seconds limits no other view.
  if (seconds === 0) return;
  if (visitor !== NOBODY) visitors.add({ key: visitor, id, atMs, seconds });
  outlets.add({ key: outletKey, id, atMs, seconds });
}

/** Merges the views in memory and in the store by id, without the view `except`. */
function withStored(except: number, kept: readonly Near[], stored: readonly Near[] = []): readonly Near[] {
  if (stored.length === 0) return kept;
  const views = new Map([...stored, ...kept].map((one) => [one.id, one]));
  views.delete(except);
  return [...views.values()];
}

function createStored(rows: readonly CountedRow[], secondsOf: SecondsOf): Stored {
  const visitors = new Map<string, Near[]>();
  const outlets = new Map<number, Near[]>();
  for (const row of rows) {
    const near = { id: shortNumber(row.eventId), atMs: row.atMs, seconds: secondsOf(row) };
    add(visitors, row.fingerprint, near);
    if (near.seconds > 0) add(outlets, row.outletKey, near);
  }
  return { visitors, outlets };
}

function add<Key>(lists: Map<Key, Near[]>, key: Key, near: Near): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [near]);
  else list.push(near);
}

/**
 * Keeps 52 bits of an id, which fit in a safe integer. Ids are the server's own hashes, so this is enough to
 * distinguish the views of an hour.
 */
const shortNumber = (id: bigint): number => Number(id & 0xf_ffff_ffff_ffffn);

/**
 * Hashes all digits of a fingerprint to a number. Outlets may pad 64-bit hashes with leading or trailing zeros, so no
 * single part is random.
 */
const visitorNumber = (fingerprint: string): number =>
  fingerprint === NO_FINGERPRINT ? NOBODY : hashToNumber(fingerprint);
