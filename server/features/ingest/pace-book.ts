import type { InvalidReason } from '#contract/ingest.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { isOverVisitorPace, MOST_SHOWN_MS, overlaps, type TrafficRules } from '#domain/judging-rules.ts';
import type { EventsReader } from '../../databases/events/events-db.ts';
import { letOthersIn } from '../../lib/let-others-in.ts';
import { type CountedViews, createCountedViews } from './counted-views.ts';
import { createGroupRunner } from './group-runner.ts';
import {
  type CountedRow,
  findCountedAtOutlets,
  findCountedOfVisitors,
  instantOfCounted,
  streamCounted,
} from './pace-events-queries.ts';
import { spansOf } from './time-spans.ts';

/** A view that would count; `reason`: a rule that comes later finds it invalid anyhow. */
export type PacedView = {
  readonly eventId: bigint;
  readonly customerKey: number;
  readonly outletKey: number;
  readonly fingerprint: string;
  readonly atMs: number;
  readonly seconds: number;
  readonly reason: InvalidReason | null;
};

/** How long the creative of a stored view is shown. */
export type SecondsOf = (row: CountedRow) => number;
/** Asked for rows of the store; loads what it answers by. */
export type LoadSeconds = (rows: readonly CountedRow[]) => Promise<SecondsOf>;

/** As far as is known before anything else of the batch is. */
export type LookedView = Pick<PacedView, 'customerKey' | 'outletKey' | 'fingerprint' | 'atMs'>;
/** What the store has near them, by visitor and by outlet. */
export type Stored = {
  readonly visitors: ReadonlyMap<string, readonly Near[]>;
  readonly outlets: ReadonlyMap<number, readonly Near[]>;
};

export type PaceBook = {
  /** What has to be known before these views are judged; it may be read beside other look-ups of the batch. */
  look(views: readonly LookedView[], rules: TrafficRules, load: LoadSeconds): Promise<Stored>;
  /** Why views do not count, by event; those that do are in the way of others from now on. Nothing waits. */
  judge(views: readonly PacedView[], rules: TrafficRules, stored: Stored): ReadonlyMap<bigint, InvalidReason>;
  /** They do not count after all, or were not stored. */
  forget(views: readonly PacedView[]): void;
  /** Resolves when the past is not being read back. */
  idle(): Promise<void>;
};

/** Views that are kept by visitor and by outlet, at most: 84 MB each. */
const MOST_KEPT = 1_500_000;
/** Read at the start: an hour and what outlets are late by, mostly. */
const READ_BACK_MS = HOUR_MS + 15 * MINUTE_MS;
const MOST_READ_BACK = 1_400_000;
const MOST_A_QUESTION = 20_000;
const NO_FINGERPRINT = '0'.repeat(32);

type Wanted = {
  readonly ofVisitors: readonly LookedView[];
  readonly atOutlets: readonly LookedView[];
  readonly load: LoadSeconds;
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
  /** What was judged while the past is not read back yet; null where it is, or never will be. */
  let meanwhile: Map<bigint, Noted> | null = shared ? null : new Map();
  let reading: Promise<void> | null = null;

  /** Once, with the first batch, which does not wait for it: until then the store is asked about each view. */
  function beginReadingBack(load: LoadSeconds): void {
    if (meanwhile === null) return;
    // The batch asks the same store and says what is wrong with it; the next one tries again.
    reading ??= readBack(load).catch(() => {
      reading = null;
    });
  }

  async function readBack(load: LoadSeconds): Promise<void> {
    const sinceMs = await wholeSince();
    const books = [createCountedViews(MOST_KEPT, sinceMs), createCountedViews(MOST_KEPT, sinceMs)] as const;
    for await (const rows of streamCounted(events, Math.max(sinceMs, readBackSinceMs))) {
      const secondsOf = await load(rows);
      // Whatever this process stored it had noted before.
      for (const row of rows) if (meanwhile?.has(row.eventId) !== true) noteIn(books, row, secondsOf(row));
      await letOthersIn();
    }
    for (const { view, seconds } of meanwhile?.values() ?? []) noteIn(books, view, seconds);
    [visitors, outlets] = books;
    meanwhile = null;
  }

  /** Of an empty store everything is known: what is filled with a long past need not ask it again and again. */
  async function wholeSince(): Promise<number> {
    const cutMs = await instantOfCounted(events, readBackSinceMs, MOST_READ_BACK);
    // Those of one instant may be cut in two.
    if (cutMs !== null) return cutMs + 1;
    return (await instantOfCounted(events, 0, 0)) === null ? 0 : readBackSinceMs;
  }

  function note(view: NotedView, seconds: number): void {
    noteIn([visitors, outlets], view, seconds);
    meanwhile?.set(view.eventId, { view, seconds });
  }

  const asking = createGroupRunner<Wanted, Stored>({
    sizeOf: ({ ofVisitors, atOutlets }) => ofVisitors.length + atOutlets.length,
    enough: 1,
    largest: MOST_A_QUESTION,
    gatherMs: 0,
    runGroup: async (jobs) => {
      const ofVisitors = spansOf(
        jobs.flatMap((job) => job.ofVisitors),
        HOUR_MS,
      );
      const atOutlets = spansOf(
        jobs.flatMap((job) => job.atOutlets),
        MOST_SHOWN_MS,
      );
      const found = await Promise.all([
        ...ofVisitors.map(({ views, ...times }) =>
          findCountedOfVisitors(events, [...new Set(views.map(({ fingerprint }) => fingerprint))], times),
        ),
        ...atOutlets.map(({ views, ...times }) => findCountedAtOutlets(events, views, times)),
      ]);
      const rows = found.flat();
      const load = jobs[0]?.load;
      const stored = load === undefined || rows.length === 0 ? NOTHING_STORED : createStored(rows, await load(rows));
      return jobs.map(() => stored);
    },
  });

  /** Of those that memory may not know all about. */
  async function ask(views: readonly LookedView[], rules: TrafficRules, load: LoadSeconds): Promise<Stored> {
    const ofVisitors =
      rules.visitorViews === null
        ? []
        : views.filter((one) => one.fingerprint !== NO_FINGERPRINT && one.atMs - HOUR_MS < visitors.completeSinceMs);
    const atOutlets = rules.outletPace ? views.filter((one) => one.atMs - MOST_SHOWN_MS < outlets.completeSinceMs) : [];
    return ofVisitors.length + atOutlets.length === 0 ? NOTHING_STORED : asking.run({ ofVisitors, atOutlets, load });
  }

  function isOverPace({ fingerprint, atMs }: PacedView, id: number, most: number, stored: Stored): boolean {
    if (fingerprint === NO_FINGERPRINT) return false;
    const [visitor, ofStore] = [visitorNumber(fingerprint), stored.visitors.get(fingerprint)];
    // Nearly all have too few for a closer look, whichever of them are the same view.
    if (visitors.countNear(visitor, atMs, HOUR_MS, most) + (ofStore?.length ?? 0) < most) return false;
    const seen = withStored(id, visitors.near(visitor, atMs, HOUR_MS, id), ofStore);
    const countedMs = seen.map((one) => one.atMs);
    return isOverVisitorPace(countedMs, atMs, most);
  }

  function reasonOf(view: PacedView, id: number, { visitorViews, outletPace }: TrafficRules, stored: Stored) {
    const { outletKey, atMs } = view;
    if (visitorViews !== null && isOverPace(view, id, visitorViews, stored)) return 'visitor_pace' as const;
    if (!outletPace) return null;
    const kept = outlets.near(outletKey, atMs, MOST_SHOWN_MS, id);
    const shown = withStored(id, kept, stored.outlets.get(outletKey));
    return shown.some((other) => overlaps(view, other)) ? ('outlet_pace' as const) : null;
  }

  return {
    look: async (views, rules, load) => {
      if (views.length === 0) return NOTHING_STORED;
      beginReadingBack(load);
      return ask(views, rules, load);
    },
    judge: (views, rules, stored) => {
      const reasons = new Map<bigint, InvalidReason>();
      for (const view of views.toSorted((one, other) => one.atMs - other.atMs)) {
        const reason = reasonOf(view, shortNumber(view.eventId), rules, stored);
        if (reason !== null) reasons.set(view.eventId, reason);
        else if (view.reason === null) note(view, view.seconds);
      }
      return reasons;
    },
    forget: (views) => {
      for (const { eventId, fingerprint, outletKey } of views) {
        meanwhile?.delete(eventId);
        const id = shortNumber(eventId);
        visitors.remove(visitorNumber(fingerprint), id);
        outlets.remove(outletKey, id);
      }
    },
    idle: async () => void (await reading),
  };
}

const NOTHING_STORED: Stored = { visitors: new Map(), outlets: new Map() };
type NotedView = Omit<CountedRow, 'flightKey' | 'cryptic'>;
type Noted = { readonly view: NotedView; readonly seconds: number };
type Near = { readonly id: number; readonly atMs: number; readonly seconds: number };

function noteIn(
  [visitors, outlets]: readonly [CountedViews, CountedViews],
  { atMs, eventId, fingerprint, outletKey }: NotedView,
  seconds: number,
): void {
  const id = shortNumber(eventId);
  if (fingerprint !== NO_FINGERPRINT) visitors.add({ key: visitorNumber(fingerprint), id, atMs, seconds: 0 });
  if (seconds > 0) outlets.add({ key: outletKey, id, atMs, seconds });
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

/** 52 bits of an id or a fingerprint are a whole number, and enough to tell the few of one hour apart. */
const shortNumber = (id: bigint): number => Number(id & 0xf_ffff_ffff_ffffn);
const visitorNumber = (fingerprint: string): number => Number.parseInt(fingerprint.slice(0, 13), 16);
