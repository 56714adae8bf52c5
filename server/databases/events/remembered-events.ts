import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EmbeddedEngine } from './embedded-engine.ts';
import type { EventKind } from './events-db.ts';
import { followSlot } from './follow-slot.ts';
import { idOfWords, wordsOf } from './id-words.ts';
import { type KnownEvents, lookUpEvents, lookUpFollowers } from './known-events.ts';
import { createKnownIdsFilter, type KnownIdsFilter } from './known-ids-filter.ts';
import { readForJob } from './maintenance-reads.ts';
import { createRecentEvents } from './recent-events.ts';
import { isoDate, mondayMs, weekNumber } from './weeks.ts';

/** 40 million ids in at most 130 MB; above that the oldest are forgotten, far behind the 30 days of late events. */
const MOST_IDS = 40_000_000;

/**
 * The newest weeks at opening have a table each; what is older than any event may come late is one, so that a search looks
 * into few tables however long the history is.
 */
const WEEKS_APART = 6;

export type RememberedEvents = KnownEvents & {
  /** Resolves when stored ids have been read; false if that failed (the next `find` tries again). */
  whenReady(): Promise<boolean>;
  /** Resolves when no reading is under way. */
  whenRead(): Promise<void>;
};

/**
 * Knows new ids without asking the store, which is the common case. Only right when this process is the only one that
 * inserts. Until the stored ids have been read once, which the first `find` or `whenReady` begins, every id is looked up. To be made before anything
 * can be inserted, so that no id escapes it.
 */
export async function createRememberedEvents(engine: EmbeddedEngine): Promise<RememberedEvents> {
  const weeks = await newestWeeks(engine);
  const recent = createRecentEvents();
  const older = weekNumber(Date.parse(weeks.at(-1)?.week ?? '1970-01-01')) - WEEKS_APART;
  const tableOf = (week: number) => Math.max(week, older);
  const expected = new Map<number, number>();
  for (const { week, ids } of weeks) {
    const table = tableOf(weekNumber(Date.parse(week)));
    expected.set(table, (expected.get(table) ?? 0) + ids);
  }
  const filter = createKnownIdsFilter(MOST_IDS, expected);
  /** Of clicks and burns, the place each takes at its view: a first one is known to be it without asking the store. */
  const followers = createKnownIdsFilter(MOST_IDS);
  const addFollower = (viewId: bigint, kind: EventKind, week: number) => {
    const { low, high } = wordsOf(followSlot({ viewId, kind }));
    followers.add(low, high, tableOf(week));
  };
  let ready = weeks.length === 0;
  let filling: Promise<boolean> | null = null;

  async function fill(): Promise<boolean> {
    try {
      for (const { week } of weeks) {
        await readIds(engine, week, (low, high, of) => filter.add(low, high, tableOf(of)));
        await readFollowers(engine, week, addFollower);
      }
      ready = true;
    } catch {
      // The store is closing or short of memory: looking every id up stays right, only slower.
    } finally {
      filling = null;
    }
    return ready;
  }

  const mondaysOf = (weeks: ReadonlySet<number>) =>
    weeks.has(older) ? 'all' : [...weeks].map((week) => isoDate(mondayMs(week)));

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
        if (kind !== 'view') addFollower(viewId, kind, week);
      }
    },
    confirm: recent.add,
    find: async (eventIds) => {
      if (!ready) {
        void whenReady();
        return lookUpEvents(engine, eventIds);
      }
      const { known, others } = recent.split(eventIds);
      const { candidates, weeks } = possiblyStored(filter, others, (eventId) => eventId);
      if (candidates.length === 0) return known;
      return [...known, ...(await lookUpEvents(engine, candidates, mondaysOf(weeks)))];
    },
    findFollowers: async (wanted) => {
      if (!ready) {
        void whenReady();
        return lookUpFollowers(engine, wanted);
      }
      const { candidates, weeks } = possiblyStored(followers, wanted, followSlot);
      return candidates.length === 0 ? [] : lookUpFollowers(engine, candidates, mondaysOf(weeks));
    },
  };
}

function possiblyStored<Item>(filter: KnownIdsFilter, items: readonly Item[], idOf: (item: Item) => bigint) {
  const candidates: Item[] = [];
  const weeks = new Set<number>();
  for (const item of items) {
    const { low, high } = wordsOf(idOf(item));
    const found = filter.weeksOf(low, high);
    if (found.length > 0) candidates.push(item);
    for (const week of found) weeks.add(week);
  }
  return { candidates, weeks };
}

/** The weeks that have room in the filter, oldest first. */
async function newestWeeks(engine: EmbeddedEngine): Promise<{ week: string; ids: number }[]> {
  const rows = await readForJob<{ week: string; ids: number }>(
    engine,
    `SELECT partition AS week, toUInt32(sum(rows)) AS ids FROM system.parts
      WHERE database = {database:String} AND table = 'events' AND active GROUP BY partition ORDER BY partition DESC`,
    { database: engine.database },
  );
  let total = 0;
  const fitting = rows.filter(({ ids }) => {
    total += ids;
    return total <= MOST_IDS;
  });
  return fitting.reverse();
}

/** A millisecond of work, after which others have the thread: whole answers of millions of ids come at once. */
const TURN_ROWS = 8_192;

/** Each of the week's rows, a fixed number of bytes, of the columns that are selected. */
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
  const select = `view_id, kind = 'click' FROM events WHERE kind != 'view'`;
  return readRows(engine, { select, monday, rowBytes: 9 }, (view, at) => {
    const viewId = idOfWords(view.getUint32(at + 4, true), view.getUint32(at, true));
    add(viewId, view.getUint8(at + 8) === 1 ? 'click' : 'burn', week);
  });
}
