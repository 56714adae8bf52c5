import type { InvalidReason } from '#contract/ingest.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { isOverOutletPace, isOverVisitorPace, OUTLET_WINDOW_MS, type TrafficRules } from '#domain/judging-rules.ts';
import type { EventsReader } from '../../databases/events/events-db.ts';
import { hashToNumber } from '../../lib/hash-to-number.ts';
import { letOthersIn } from '../../lib/let-others-in.ts';
import { type CountedViews, createCountedViews } from './counted-views.ts';
import { createGroupRunner } from './group-runner.ts';
import {
  type CountedNumbers,
  type CountedRow,
  countCounted,
  findCountedAround,
  findCountedOfVisitors,
  instantOfCounted,
  streamCounted,
} from './pace-events-queries.ts';
import { spansOf } from './time-spans.ts';
import { createVisitorPace } from './visitor-pace.ts';

/** A view that would count; `reason`: a rule that comes later finds it invalid anyhow. */
export type PacedView = {
  readonly eventId: bigint;
  readonly customerKey: number;
  readonly outletKey: number;
  readonly fingerprint: string;
  readonly atMs: number;
  readonly seconds: number;
  /** Of its outlet: how many visitors it serves at a time. */
  readonly sockets: number;
  readonly reason: InvalidReason | null;
};

/** What is stored of a view that says which creative was shown. */
export type StoredView = Pick<CountedRow, 'flightKey' | 'cryptic'>;
/** How long the creative of a stored view is shown. */
export type SecondsOf = (view: StoredView) => number;
export type CreativeSeconds = {
  /** Asked for views of the store; loads what it answers by. */
  load(views: readonly StoredView[]): Promise<SecondsOf>;
  /** Of these flights those whose creatives differ, so that `cryptic` has to say which one it was. */
  mixed(flightKeys: readonly number[]): Promise<readonly number[]>;
};

/** As far as is known before anything else of the batch is. */
export type LookedView = Pick<PacedView, 'customerKey' | 'outletKey' | 'fingerprint' | 'atMs'>;
/** What the store has near them, by visitor and by outlet. */
export type Stored = {
  readonly visitors: ReadonlyMap<string, readonly Near[]>;
  readonly outlets: ReadonlyMap<number, readonly Near[]>;
};

export type PaceBook = {
  /** Whether memory has all that views since then are compared with, so that nothing has to be looked at before they are judged. */
  knowsSince(oldestMs: number): boolean;
  /** What has to be known before these views are judged; it may be read beside other look-ups of the batch. */
  look(views: readonly LookedView[], rules: TrafficRules, seconds: CreativeSeconds): Promise<Stored>;
  /** Why views do not count, by event; those that do are in the way of others from now on. Nothing waits. */
  judge(views: readonly PacedView[], rules: TrafficRules, stored: Stored): ReadonlyMap<bigint, InvalidReason>;
  /** They do not count after all, or were not stored. */
  forget(views: readonly PacedView[]): void;
  /** Resolves when the past is not being read back. */
  idle(): Promise<void>;
};

/** Views that are kept by visitor and by outlet, at most: 75 MB each. */
const MOST_KEPT = 2 ** 21;
/** Read at the start: an hour and what outlets are late by, mostly. */
const READ_BACK_MS = HOUR_MS + 15 * MINUTE_MS;
const MOST_READ_BACK = 1_950_000;
/** What comes after them finds room as well. */
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
 * What the rules of pace compare a view with: views that count, so that a forged one never spoils an honest one. The newest
 * are kept in memory, read back when it begins; for what is older, and for everything until then and where other processes store
 * as well, the store is asked. What this process judges is known at once, so concurrent batches cannot pass each other.
 */
export function createPaceBook(needs: {
  readonly events: EventsReader;
  readonly now: () => number;
  readonly shared: boolean;
}): PaceBook {
  const { events, now, shared } = needs;
  const readBackSinceMs = now() - READ_BACK_MS;
  let visitors = createCountedViews(MOST_KEPT, Number.POSITIVE_INFINITY);
  let outlets = createCountedViews(MOST_KEPT, Number.POSITIVE_INFINITY);
  /** What was judged while the past is not read back yet, by its short number; null where it is, or never will be. */
  let meanwhile: Map<number, Noted> | null = shared ? null : new Map();
  let reading: Promise<void> | null = null;
  const pace = createVisitorPace();

  /** Once, with the first batch: until then the store is asked about each view. */
  function beginReadingBack(seconds: CreativeSeconds): void {
    if (meanwhile === null) return;
    // The batch asks the same store and says what is wrong with it; the next one tries again.
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
      // Whatever this process stored it had noted before.
      for (const view of views)
        if (!isNoted(view)) noteIn(books, { ...view, visitor: visitorNumber(view.fingerprint) }, secondsOf(view));
      await letOthersIn();
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
      // Those of one instant may be cut in two.
      return { sinceMs: cutMs + 1, views: MOST_READ_BACK, flights };
    }
    // Of an empty store everything is known: what is filled with a long past need not ask it again and again.
    const isEmpty = views === 0 && (await instantOfCounted(events, 0, 0)) === null;
    return { sinceMs: isEmpty ? 0 : readBackSinceMs, views, flights };
  }

  function note({ outletKey, atMs, seconds }: PacedView, { id, visitor }: Numbers): void {
    noteIn([visitors, outlets], { id, visitor, outletKey, atMs }, seconds);
    meanwhile?.set(id, { id, visitor, outletKey, atMs, seconds });
  }

  const asking = createGroupRunner<Wanted, Stored>({
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

  /** Of those that memory may not know all about. */
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

  function isOverPace(view: PacedView, { id, visitor }: Numbers, mostSeconds: number, stored: Stored): boolean {
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

  function isTooFast(view: PacedView, id: number, stored: Stored): boolean {
    const { outletKey, atMs, sockets } = view;
    const ofStore = stored.outlets.get(outletKey);
    // Nearly always no view overlaps, and then no list is made.
    if (ofStore === undefined && !outlets.hasOverlapping(outletKey, view, id)) return false;
    const shown = withStored(id, outlets.near(outletKey, atMs, OUTLET_WINDOW_MS, id), ofStore);
    return isOverOutletPace(shown, view, sockets);
  }

  function reasonOf(view: PacedView, numbers: Numbers, rules: TrafficRules, stored: Stored) {
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
      // Whichever comes first; what memory has by then need not be waited for.
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
  /** `visitorNumber` of the fingerprint. */
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
  // Without seconds it limits nobody.
  if (seconds === 0) return;
  if (visitor !== NOBODY) visitors.add({ key: visitor, id, atMs, seconds });
  outlets.add({ key: outletKey, id, atMs, seconds });
}

/** What memory and store both know is one view; the view `except` itself is none of them. */
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

/** Ids are hashes of our own: 52 bits of one are a whole number, and enough to tell the few of one hour apart. */
const shortNumber = (id: bigint): number => Number(id & 0xf_ffff_ffff_ffffn);

/**
 * A number for a fingerprint, from all of its digits: outlets may send hashes of 64 bits with zeros before or behind, so
 * that no part of it is random by itself.
 */
const visitorNumber = (fingerprint: string): number =>
  fingerprint === NO_FINGERPRINT ? NOBODY : hashToNumber(fingerprint);
