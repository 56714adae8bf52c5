import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS } from '#domain/durations.ts';
import { writeWhole } from '../../server/lib/write-whole.ts';
import { repairCampaignCopy } from './campaign-copy.ts';
import { createDiskGuard, type DiskGuard } from './disk-guard.ts';
import { type EmbeddedEngine, openEmbeddedEngine } from './embedded-engine.ts';
import { repairEventIds } from './event-ids.ts';
import { openEventJournal } from './event-journal.ts';
import { createEventsStore, type EventsStore } from './events-store.ts';
import { noteBrokenParts } from './find-broken-parts.ts';
import { insertBlocks } from './insert-blocks.ts';
import { readForJob } from './maintenance-reads.ts';
import { migrateEvents } from './migrate-events.ts';
import { journalFolder } from './refused-events.ts';
import { reloadingEngine } from './reload-damaged.ts';
import { createRememberedEvents } from './remembered-events.ts';
import type { SealLedger } from './seal-ledger.ts';
import { settledEngine } from './settled-engine.ts';
import { isoDate } from './weeks.ts';

export type EmbeddedOptions = {
  readonly dataDir: string;
  /** Inserts are rejected while the disk has less; by default 64 MiB. */
  readonly leastFreeBytes?: number;
};

/**
 * The events store in this process: chDB's folder `<dataDir>/events`, with the journal in it. Next to the folder is a
 * ballast file. While the store is open, another file marks that; a start that finds it knows of a crash.
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
    // The rows are acknowledged already, so a nearly full disk is no reason to reject them.
    store: (columns, rows) => disk.insist(() => engine.insertRows('events', columns, rows)),
    insertDirectly: (rows) =>
      insertBlocks((columns, block) => disk.guard(() => engine.insertEvents(columns, block)), rows),
    guard: disk.guard,
    tell,
  });

/**
 * The engine alone, after storing the rows that a crash may have left in the journal. For copies of a store that no
 * process has open.
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

/** An interrupted insert can be of any day that ingestion accepts: late ones, today, and the next one early. */
const DAYS_TO_REPAIR = LATEST_DAYS_LATE + 2;

/** Inserts run one after the other: rows of the interrupted one arrived last, to the second of the clock. */
const LAST_DAYS = `
  SELECT toString(toDate(ts)) AS day FROM events WHERE ts >= {from:Date} AND ts < {to:Date}
    AND ingested_at >= (SELECT max(ingested_at) - 5 FROM events WHERE ts >= {from:Date} AND ts < {to:Date})
  GROUP BY day ORDER BY day`;

/**
 * Runs before any read, because a resent row is a duplicate and would stay out of the copy. Checks only the days of the
 * last insert: a whole month takes seconds at millions of events. The comparison after the start checks all days.
 */
async function repairAfterCrash(engine: EmbeddedEngine, nowMs: number): Promise<void> {
  const within = { from: isoDate(nowMs - DAYS_TO_REPAIR * DAY_MS), to: isoDate(nowMs + 2 * DAY_MS) };
  for (const { day } of await readForJob<{ day: string }>(engine, LAST_DAYS, within)) {
    const end = isoDate(Date.parse(day) + DAY_MS);
    await repairEventIds(engine, day, end);
    await repairCampaignCopy(engine, day, end);
  }
}
