import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EmbeddedEngine } from './embedded-engine.ts';
import type { EventJournal } from './event-journal.ts';
import type { EventKind, KnownEvent, WantedEvent, WantedFollow } from './events-db.ts';
import { followSlot } from './follow-slot.ts';
import { createKnownIdsFilter, type KnownIdsFilter } from './id-filter.ts';
import { idOfWords, wordsOf } from './id-words.ts';
import { type KnownEvents, lookUpEvents, lookUpFollowers } from './known-events.ts';
import { createKnownIndex } from './known-index.ts';
import { readForJob } from './maintenance-reads.ts';
import { weekNumber } from './weeks.ts';

/**
 * Maximum number of IDs in the filter, which take at most 130 MB. Beyond this number, the filter drops the oldest
 * weeks, and every lookup reads those weeks.
 */
const MOST_IDS = 40_000_000;

/**
 * Number of the newest weeks that each get their own table at opening. Older weeks share a table, so that a search
 * reads few tables regardless of the length of the history.
 */
const WEEKS_APART = 6;

export type RememberedEvents = KnownEvents & {
  /** Resolves when stored IDs have been read; false if that failed (the next `find` retries). */
  whenReady(): Promise<boolean>;
  /** Resolves when no read is in progress. */
  whenRead(): Promise<void>;
};

/**
 * Rows that are on disk but not yet in the engine. A lookup checks the journal before the engine, so that it does not
 * miss a row that moves from the journal to the engine.
 */
type Waiting = Pick<EventJournal, 'event' | 'follower'>;
const NO_JOURNAL: Waiting = { event: () => undefined, follower: () => undefined };

/**
 * Recognizes new IDs without a query, which is the common case. Only correct if no other process inserts. The first
 * `find` or `whenReady` reads the stored IDs once, newest weeks first. While some weeks are unread or do not fit, every
 * ID is looked up in the store. Must be created before any insert, so that no ID is missed.
 */
export async function createRememberedEvents(
  engine: EmbeddedEngine,
  { mostIds = MOST_IDS, journal = NO_JOURNAL }: { readonly mostIds?: number; readonly journal?: Waiting } = {},
): Promise<RememberedEvents> {
  const stored = await storedWeeks(engine);
  const weeks = newestWeeks(stored, mostIds);
  const recent = createRecentEvents();
  /** Weeks whose stored IDs are not in the filter. */
  const unread = new Set(stored.map(({ week }) => weekNumber(Date.parse(week))));
  const withRows = new Set(unread);
  const older = weekNumber(Date.parse(weeks[0]?.week ?? '1970-01-01')) - WEEKS_APART;
  const tableOf = (week: number) => Math.max(week, older);
  const expected = new Map<number, number>();
  for (const { week, ids } of weeks) {
    const table = tableOf(weekNumber(Date.parse(week)));
    expected.set(table, (expected.get(table) ?? 0) + ids);
  }
  const filter = createKnownIdsFilter(mostIds, expected);
  /** The slots of existing clicks and burns, so that the first click or burn of a view needs no query. */
  const followers = createKnownIdsFilter(mostIds);
  const addFollower = (viewId: bigint, kind: EventKind, week: number) => {
    const { low, high } = wordsOf(followSlot({ viewId, kind }));
    followers.add(low, high, tableOf(week));
  };
  let ready = weeks.length === 0;
  let filling: Promise<boolean> | null = null;

  async function fill(): Promise<boolean> {
    try {
      for (const { week } of weeks) {
        if (!unread.has(weekNumber(Date.parse(week)))) continue;
        await readIds(engine, week, (low, high, of) => filter.add(low, high, tableOf(of)));
        await readFollowers(engine, week, addFollower);
        unread.delete(weekNumber(Date.parse(week)));
      }
      ready = true;
    } catch {
      // The store is closing or short of memory. Looking up every ID is still correct, only slower.
    } finally {
      filling = null;
    }
    return ready;
  }

  /** Whether some stored weeks are missing from the filter, so that its "no" is not conclusive. */
  const hasOpenWeeks = ({ forgottenUntil }: KnownIdsFilter): boolean =>
    [...withRows].some((week) => unread.has(week) || week <= forgottenUntil);

  /** Looks up only possible matches, or all wanted items while the filter lacks some weeks. */
  async function lookUpIn<Item>(
    ids: KnownIdsFilter,
    wanted: readonly Item[],
    idOf: (item: Item) => bigint,
    lookUp: (items: readonly Item[]) => Promise<KnownEvent[]>,
  ): Promise<KnownEvent[]> {
    if (wanted.length === 0) return [];
    if (!ready) void whenReady();
    return lookUp(hasOpenWeeks(ids) ? wanted : possiblyStored(ids, wanted, idOf));
  }

  async function whenReady(): Promise<boolean> {
    if (!ready) filling ??= fill();
    return filling ?? ready;
  }

  return {
    whenReady,
    whenRead: async () => void (await filling),
    remember: (rows) => {
      for (const { eventId, timestampMs, viewId, kind } of rows) {
        const { low, high } = wordsOf(eventId);
        const week = weekNumber(timestampMs);
        filter.add(low, high, tableOf(week));
        withRows.add(week);
        if (kind === 'click' || kind === 'burn') addFollower(viewId, kind, week);
      }
    },
    confirm: recent.add,
    find: async (wanted) => {
      const { known, others } = split(wanted, (one) => recent.event(one) ?? journal.event(one));
      const lookUp = (some: readonly WantedEvent[]) => lookUpEvents(engine, some);
      return [...known, ...(await lookUpIn(filter, others, ({ eventId }) => eventId, lookUp))];
    },
    findFollowers: async (wanted) => {
      const { known, others } = split(wanted, (one) => recent.follower(one) ?? journal.follower(one));
      const lookUp = (some: readonly WantedFollow[]) => lookUpFollowers(engine, some);
      return [...known, ...(await lookUpIn(followers, others, followSlot, lookUp))];
    },
  };
}

function split<Item>(wanted: readonly Item[], eventOf: (item: Item) => KnownEvent | undefined) {
  const known: KnownEvent[] = [];
  const others: Item[] = [];
  for (const one of wanted) {
    const event = eventOf(one);
    if (event === undefined) others.push(one);
    else known.push(event);
  }
  return { known, others };
}

const possiblyStored = <Item>(filter: KnownIdsFilter, items: readonly Item[], idOf: (item: Item) => bigint): Item[] =>
  items.filter((item) => {
    const { low, high } = wordsOf(idOf(item));
    return filter.weeksOf(low, high).length > 0;
  });

type StoredWeek = { readonly week: string; readonly ids: number };

/** Returns the stored weeks, newest first. */
const storedWeeks = (engine: EmbeddedEngine): Promise<StoredWeek[]> =>
  readForJob<StoredWeek>(
    engine,
    `SELECT partition AS week, toUInt32(sum(rows)) AS ids FROM system.parts
      WHERE database = {database:String} AND table = 'events' AND active GROUP BY partition ORDER BY partition DESC`,
    { database: engine.database },
  );

/** Returns the weeks that fit in the filter, newest first. */
function newestWeeks(stored: readonly StoredWeek[], mostIds: number): StoredWeek[] {
  let total = 0;
  return stored.filter(({ ids }) => {
    total += ids;
    return total <= mostIds;
  });
}

/**
 * Number of rows to process before yielding to the event loop: about a millisecond of work. Results with millions of
 * IDs arrive as a whole.
 */
const TURN_ROWS = 8_192;

/** Reads the selected columns of each row of the week. A row has a fixed number of bytes. */
async function readRows(
  engine: EmbeddedEngine,
  { select, monday, rowBytes }: { select: string; monday: string; rowBytes: number },
  add: (view: DataView, at: number) => void,
): Promise<void> {
  const statement = {
    sql: `SELECT ${select} AND toMonday(ts) = {monday:Date}`,
    params: { monday },
    settings: { max_execution_time: 300, max_threads: 1 },
    lane: 'large',
  } as const;
  for await (const bytes of engine.readBytes(statement, 'RowBinary')) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0, rows = 0; at < bytes.byteLength; at += rowBytes, rows += 1) {
      if (rows % TURN_ROWS === 0) await nextTurn();
      add(view, at);
    }
  }
}

function readIds(
  engine: EmbeddedEngine,
  monday: string,
  add: (low: number, high: number, week: number) => void,
): Promise<void> {
  const week = weekNumber(Date.parse(monday));
  return readRows(engine, { select: 'event_id FROM events WHERE true', monday, rowBytes: 8 }, (view, at) =>
    add(view.getUint32(at, true), view.getUint32(at + 4, true), week),
  );
}

function readFollowers(
  engine: EmbeddedEngine,
  monday: string,
  add: (viewId: bigint, kind: EventKind, week: number) => void,
): Promise<void> {
  const week = weekNumber(Date.parse(monday));
  const select = `view_id, kind = 'click' FROM events WHERE kind IN ('click', 'burn')`;
  return readRows(engine, { select, monday, rowBytes: 9 }, (view, at) => {
    const viewId = idOfWords(view.getUint32(at + 4, true), view.getUint32(at, true));
    add(viewId, view.getUint8(at + 8) === 1 ? 'click' : 'burn', week);
  });
}

type RecentEvents = {
  /** Adds events. They must be on disk. */
  add(rows: readonly KnownEvent[]): void;
  event(wanted: WantedEvent): KnownEvent | undefined;
  /** Returns the event in a view's slot. */
  follower(wanted: WantedFollow): KnownEvent | undefined;
};

/**
 * Maximum number of events in each half of the cache: the size of the largest batch. Both halves take about 4 MB in
 * total.
 */
const MOST_EVENTS = 10_000;

/**
 * Caches the newest stored events, because most lookups want those. A click names the view before it, and a batch whose
 * response was lost is resent immediately. Looking up 70 views takes 30 ms of CPU in the store and almost nothing in
 * this cache. When the younger half is full, the older half is dropped.
 */
function createRecentEvents(): RecentEvents {
  let younger = createKnownIndex();
  let older = createKnownIndex();
  return {
    add: (rows) => {
      for (const row of rows) {
        if (older.event(row) !== undefined) continue;
        if (younger.size >= MOST_EVENTS) {
          older = younger;
          younger = createKnownIndex();
        }
        younger.add(row);
      }
    },
    event: (wanted) => younger.event(wanted) ?? older.event(wanted),
    follower: (wanted) => older.follower(wanted) ?? younger.follower(wanted),
  };
}
