import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { createSingleFlight } from '../../server/lib/single-flight.ts';
import { writeWhole } from '../../server/lib/write-whole.ts';
import { repairCampaignCopy } from './campaign-copy.ts';
import { type Damage, damageOf } from './chdb-errors.ts';
import { createDiskGuard, type DiskGuard } from './disk-guard.ts';
import { type EmbeddedEngine, openEmbeddedEngine } from './embedded-engine.ts';
import { repairEventIds } from './event-ids.ts';
import { type EventJournal, openEventJournal } from './event-journal.ts';
import { type EventsEngine, onePlace } from './events-engine.ts';
import { createEventsStore, type EventsStore } from './events-store.ts';
import { noteBrokenParts } from './find-broken-parts.ts';
import { insertBlocks } from './insert-blocks.ts';
import { readForJob } from './maintenance-reads.ts';
import { migrateEvents } from './migrate-events.ts';
import { journalFolder } from './refused-events.ts';
import { createRememberedEvents } from './remembered-events.ts';
import type { SealLedger } from './seal-ledger.ts';
import { isoDate } from './weeks.ts';

export type EmbeddedOptions = {
  readonly dataDir: string;
  /** Minimum number of free bytes on the disk; with fewer, inserts are rejected. The default is 64 MiB. */
  readonly leastFreeBytes?: number;
};

/**
 * Opens the events store in this process: chDB's folder `<dataDir>/events`, which also contains the journal. A ballast
 * file is next to the folder. A marker file exists while the store is open; a start that finds the marker knows that
 * the process crashed.
 */
export async function openEmbeddedEvents(
  { dataDir, leastFreeBytes }: EmbeddedOptions,
  ledger: SealLedger,
  now: () => number,
  tell: (line: string) => void,
): Promise<EventsStore> {
  mkdirSync(dataDir, { recursive: true });
  const engine = reloadingEngine(openEmbeddedEngine(join(dataDir, 'events')), tell);
  const openFile = join(dataDir, 'events.open');
  try {
    await migrateEvents(engine, { cluster: null }, { tell });
    await ledger.beginProcess();
    await noteBrokenParts(engine, ledger, now());
    if (existsSync(openFile)) await repairAfterCrash(engine, now());
    writeWhole(openFile, '');
    const disk = createDiskGuard(ballastFile(dataDir), leastFreeBytes);
    const journal = await openJournal({ dataDir, engine, disk, tell });
    const knownEvents = await createRememberedEvents(engine, { journal });
    return createEventsStore({
      engine: settledEngine(engine, journal),
      ledger,
      now,
      knownEvents,
      canInsert: async () => disk.hasRoom(),
      insertRows: journal.insert,
      readAhead: knownEvents.whenReady,
      close: async () => {
        const isSettled = await journal.settle().then(
          () => true,
          () => false,
        );
        await journal.close();
        await engine.close();
        await knownEvents.whenRead();
        if (isSettled) rmSync(openFile, { force: true });
      },
    });
  } catch (error) {
    await engine.close();
    throw error;
  }
}

const ballastFile = (dataDir: string): string => join(dataDir, 'events.ballast');

type JournalNeeds = {
  readonly dataDir: string;
  readonly engine: EmbeddedEngine;
  readonly disk: DiskGuard;
  readonly tell: (line: string) => void;
};

const openJournal = ({ dataDir, engine, disk, tell }: JournalNeeds) =>
  openEventJournal({
    folder: journalFolder(dataDir),
    // The rows are already acknowledged, so a nearly full disk is no reason to reject them.
    store: (columns, rows) => disk.insist(() => engine.insertRows('events', columns, rows)),
    insertDirectly: (rows) =>
      insertBlocks((columns, block) => disk.guard(() => engine.insertEvents(columns, block)), rows),
    guard: disk.guard,
    tell,
  });

/**
 * Opens the engine alone, after storing the rows that a crash may have left in the journal. For copies of a store that
 * no process has open.
 */
export async function openSettledEngine(dataDir: string): Promise<EmbeddedEngine> {
  const engine = openEmbeddedEngine(join(dataDir, 'events'));
  if (!existsSync(journalFolder(dataDir))) return engine;
  try {
    const disk = createDiskGuard(ballastFile(dataDir));
    await (await openJournal({ dataDir, engine, disk, tell: () => undefined })).close();
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/**
 * Number of days to repair after a crash. An interrupted insert can belong to any day that ingestion accepts: late
 * days, today, and tomorrow.
 */
const DAYS_TO_REPAIR = LATEST_DAYS_LATE + 2;

/**
 * Reads the days of the last insert. Inserts run one after the other, so the rows of the interrupted insert arrived
 * last. The clock counts in seconds.
 */
const LAST_DAYS = `
  SELECT toString(toDate(ts)) AS day FROM events WHERE ts >= {from:Date} AND ts < {to:Date}
    AND ingested_at >= (SELECT max(ingested_at) - 5 FROM events WHERE ts >= {from:Date} AND ts < {to:Date})
  GROUP BY day ORDER BY day`;

/**
 * Repairs the days of the last insert before any read, because a resent row is a duplicate and would be missing from
 * the copy. Checking a whole month takes seconds with millions of events; the comparison after the start checks all
 * days.
 */
async function repairAfterCrash(engine: EmbeddedEngine, nowMs: number): Promise<void> {
  const within = { from: isoDate(nowMs - DAYS_TO_REPAIR * DAY_MS), to: isoDate(nowMs + 2 * DAY_MS) };
  for (const { day } of await readForJob<{ day: string }>(engine, LAST_DAYS, within)) {
    const end = isoDate(Date.parse(day) + DAY_MS);
    await repairEventIds(engine, day, end);
    await repairCampaignCopy(engine, day, end);
  }
}

/**
 * Wraps the engine for all callers outside the journal: reads and changes wait until the engine has all rows that are
 * already acknowledged.
 */
function settledEngine(engine: EmbeddedEngine, { settle }: Pick<EventJournal, 'settle'>): EmbeddedEngine {
  const shard: Pick<EventsEngine, 'read' | 'command'> = {
    read: async function* (statement) {
      await settle();
      yield* engine.read<never>(statement);
    },
    command: async (sql) => {
      await settle();
      await engine.command(sql);
    },
  };
  return {
    ...shard,
    ...onePlace(shard),
    database: engine.database,
    insertEvents: engine.insertEvents,
    insertRows: engine.insertRows,
    reload: engine.reload,
    readText: async function* (statement) {
      await settle();
      yield* engine.readText(statement);
    },
    readBytes: async function* (statement, format) {
      await settle();
      yield* engine.readBytes(statement, format);
    },
    close: engine.close,
  };
}

/**
 * Minimum time between two reloads for the same damage. If one reload did not repair the damage, another reload at
 * every query would not either.
 */
const NOT_AGAIN_WITHIN_MS = MINUTE_MS;

/**
 * Wraps the engine and repairs the damage that occurs when a disk fills up during a merge. The merged part then has an
 * empty file, and every query of its rows fails until a restart. A start sets the part aside and uses the parts from
 * which it was merged. This wrapper reloads the table in the same way, while those parts are still on disk, and repeats
 * the query.
 */
function reloadingEngine(engine: EmbeddedEngine, tell: (line: string) => void): EmbeddedEngine {
  /** The time of the last repair attempt for each part, and whether it succeeded. */
  const tries = new Map<string, { readonly atMs: number; readonly isMended: boolean }>();
  // Many concurrent queries encounter the damage and share one reload.
  const share = createSingleFlight<boolean>('while it runs');
  let reloading: Promise<unknown> = Promise.resolve();

  async function reload(damage: Damage, name: string): Promise<boolean> {
    const isMended = await hasSources(engine, damage);
    if (isMended) {
      await engine.reload(damage.table);
      tell(`A part of the events store was damaged and is set aside; what it was made from stands in for it: ${name}.`);
    }
    tries.set(name, { atMs: performance.now(), isMended });
    return isMended;
  }

  /** Repairs the damage if needed. Returns whether a failed query that began at `beganMs` may be repeated. */
  async function isMended(error: unknown, beganMs: number): Promise<boolean> {
    const damage = damageOf(error);
    if (damage === null) return false;
    const name = `${damage.table} ${damage.part}`;
    const last = tries.get(name);
    if (last !== undefined && last.atMs > beganMs) return last.isMended;
    if (last !== undefined && performance.now() - last.atMs < NOT_AGAIN_WITHIN_MS) return false;
    const run = share(() => reload(damage, name), name).catch(() => false);
    reloading = run;
    return run;
  }

  async function* again<Item>(ask: () => AsyncIterable<Item>): AsyncGenerator<Item> {
    let hasBegun = false;
    await reloading;
    const beganMs = performance.now();
    try {
      for await (const item of ask()) {
        hasBegun = true;
        yield item;
      }
    } catch (error) {
      if (hasBegun || !(await isMended(error, beganMs))) throw error;
      yield* ask();
    }
  }

  const shard: Pick<EventsEngine, 'read' | 'command'> = {
    read: (statement) => again(() => engine.read<never>(statement)),
    command: async (sql) => {
      await reloading;
      const beganMs = performance.now();
      await engine.command(sql).catch(async (error) => {
        // It is unknown how much of the statement ran, so the caller decides whether to repeat it.
        await isMended(error, beganMs);
        throw error;
      });
    },
  };
  return {
    ...engine,
    ...shard,
    ...onePlace(shard),
    readText: (statement) => again(() => engine.readText(statement)),
    readBytes: (statement, format) => again(() => engine.readBytes(statement, format)),
  };
}

/** A part's row count, and the block numbers of the first and last insert in the part. */
type Part = Readonly<Record<'rows' | 'first' | 'last', string>>;

const PART = 'SELECT rows, min_block_number AS first, max_block_number AS last FROM system.parts';
const OF_TABLE = 'database = {database:String} AND table = {table:String}';
const DAMAGED_PART = `${PART} WHERE ${OF_TABLE} AND name = {part:String} AND active`;
const SOURCES = `${PART}
  WHERE ${OF_TABLE} AND NOT active AND first >= {first:Int64} AND last <= {last:Int64}
    AND partition_id IN (SELECT partition_id FROM system.parts WHERE ${OF_TABLE} AND name = {part:String})
  ORDER BY first, level DESC`;

/** Whether all sources of the merged part are still on disk. The engine removes sources after some minutes. */
async function hasSources(engine: EmbeddedEngine, { table, part }: Damage): Promise<boolean> {
  const asked = { database: engine.database, table, part };
  const [damaged] = await readForJob<Part>(engine, DAMAGED_PART, asked);
  if (damaged === undefined) return false;
  const between = { ...asked, first: BigInt(damaged.first), last: BigInt(damaged.last) };
  let [rows, until] = [0, -1];
  // If both a part and its sources are on disk, count only the part.
  for (const { rows: own, first, last } of await readForJob<Part>(engine, SOURCES, between)) {
    if (Number(first) <= until) continue;
    rows += Number(own);
    until = Number(last);
  }
  return rows >= Number(damaged.rows);
}
