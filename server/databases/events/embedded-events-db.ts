import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS } from '#domain/durations.ts';
import { writeWhole } from '../write-whole.ts';
import { repairCampaignCopy } from './campaign-copy.ts';
import { createDiskGuard } from './disk-guard.ts';
import { type EmbeddedEngine, openEmbeddedEngine } from './embedded-engine.ts';
import { createEventsStore, type EventsStore } from './events-store.ts';
import { noteBrokenParts } from './find-broken-parts.ts';
import { readForJob } from './maintenance-reads.ts';
import { migrateEvents } from './migrate-events.ts';
import { createRememberedEvents } from './remembered-events.ts';
import type { SealLedger } from './seal-ledger.ts';
import { isoDate } from './weeks.ts';

export type EmbeddedOptions = {
  readonly dataDir: string;
  /** Inserts are refused while the disk has less; by default 64 MiB. */
  readonly leastFreeBytes?: number;
};

/**
 * The events store in this process: chDB's folder `<dataDir>/events`, and beside it a ballast file and, while it is open, a
 * file that tells the next opening of a crash.
 */
export async function openEmbeddedEvents(
  { dataDir, leastFreeBytes }: EmbeddedOptions,
  ledger: SealLedger,
  now: () => number,
  tell: (line: string) => void,
): Promise<EventsStore> {
  mkdirSync(dataDir, { recursive: true });
  const engine = openEmbeddedEngine(join(dataDir, 'events'));
  const openFile = join(dataDir, 'events.open');
  try {
    await migrateEvents(engine, { cluster: null }, { tell });
    await ledger.beginProcess();
    await noteBrokenParts(engine, ledger, now());
    if (existsSync(openFile)) await repairAfterCrash(engine, now());
    writeWhole(openFile, '');
    const knownEvents = await createRememberedEvents(engine);
    const disk = createDiskGuard(join(dataDir, 'events.ballast'), leastFreeBytes);
    return createEventsStore({
      engine,
      ledger,
      now,
      knownEvents,
      canInsert: async () => disk.hasRoom(),
      insertEvents: (columns, rows) => disk.guard(() => engine.insertEvents(columns, rows)),
      readAhead: knownEvents.whenReady,
      close: async () => {
        await engine.close();
        await knownEvents.whenRead();
        rmSync(openFile, { force: true });
      },
    });
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** An insert that was cut off can be of any day that ingestion accepts: late ones, today, and the next one early. */
const DAYS_TO_REPAIR = LATEST_DAYS_LATE + 2;

/** There is one insert at a time: rows of the one that was cut off are the last that came in, as the clock's second says. */
const LAST_DAYS = `
  SELECT toString(toDate(ts)) AS day FROM events WHERE ts >= {from:Date} AND ts < {to:Date}
    AND ingested_at >= (SELECT max(ingested_at) - 5 FROM events WHERE ts >= {from:Date} AND ts < {to:Date})
  GROUP BY day ORDER BY day`;

/**
 * Before anybody asks, since a row that is sent again is known and would stay out of the copy. Only the days that the last
 * insert touched: all of a month takes seconds at millions of events; the comparison after the start looks at all days.
 */
async function repairAfterCrash(engine: EmbeddedEngine, nowMs: number): Promise<void> {
  const within = { from: isoDate(nowMs - DAYS_TO_REPAIR * DAY_MS), to: isoDate(nowMs + 2 * DAY_MS) };
  for (const { day } of await readForJob<{ day: string }>(engine, LAST_DAYS, within)) {
    await repairCampaignCopy(engine, day, isoDate(Date.parse(day) + DAY_MS));
  }
}
