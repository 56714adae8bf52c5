import { randomUUID } from 'node:crypto';
import { repairCampaignCopy } from './campaign-copy.ts';
import type { Seal } from './events-db.ts';
import type { EventsEngine } from './events-engine.ts';
import type { EventsStore } from './events-store.ts';
import { partitionsOf, readForJob } from './maintenance-reads.ts';
import type { SealLedger } from './seal-ledger.ts';
import * as statement from './seal-statements.ts';
import { DAY_MS, isoDate, watermarkAt } from './weeks.ts';

export type SealReport = {
  /** What readers use from now on. */
  readonly seal: Seal;
  /** Weeks whose figures were computed again (Mondays). */
  readonly weeks: readonly string[];
  /** Weeks left as they were, because their raw rows are gone in part: sealed figures never shrink. */
  readonly kept: readonly string[];
  /** Days whose campaign copy lacked rows. */
  readonly repairedDays: readonly string[];
};

export type SealJob = {
  /** Seals what is due; cheap when nothing is. Run it every minute: late rows show in totals with the next run. */
  runNow(): Promise<SealReport>;
};

const LEASE_SECONDS = 600;
/** A request that took the old generation a moment ago still reads it. */
const READERS_MS = 60_000;

/**
 * The job that turns closed UTC days into rollups (events-store.md section 6). Nothing is incremented: a week is computed
 * from its raw rows and replaced whole, totals are written as a new generation, and only then do readers see both, by
 * one write in the ledger. A crash at any point leaves the old figures in use and the work to be done again.
 */
export function createSealJob(events: EventsStore, ledger: SealLedger, clock: () => number): SealJob {
  const holder = randomUUID();
  const { engine } = events;
  let running: Promise<SealReport> | null = null;
  let publishedAt = Number.NEGATIVE_INFINITY;
  let hasOldGenerations = true;

  async function run(): Promise<SealReport> {
    const before = await ledger.current();
    const unchanged = { seal: before, weeks: [], kept: [], repairedDays: [] };
    if (!(await ledger.holdLease(holder, LEASE_SECONDS))) return unchanged;
    // Since system clocks jump: wall time may go back, the watermark must not.
    if (hasOldGenerations && Math.abs(clock() - publishedAt) >= READERS_MS) {
      await dropOtherGenerations(engine, before.generation);
      hasOldGenerations = false;
    }
    const dirty = await ledger.dirtyWeeks();
    const watermark = isoDate(Math.max(watermarkAt(clock()), Date.parse(before.watermark)));
    if (watermark === before.watermark && dirty.length === 0) return unchanged;

    const dirtySealed = dirty.filter(({ week }) => week < watermark).map(({ week }) => week);
    const due = await dueWeeks(engine, before.watermark, watermark, dirtySealed);
    const sealed: string[] = [];
    const kept: string[] = [];
    const repairedDays: string[] = [];
    for (const week of due) {
      await ledger.holdLease(holder, LEASE_SECONDS);
      repairedDays.push(...(await repairCampaignCopy(engine, week, isoDate(Date.parse(week) + 7 * DAY_MS))));
      ((await sealWeek(engine, week, watermark)) ? sealed : kept).push(week);
    }
    const moved = sealed.length > 0 || watermark !== before.watermark;
    const seal = moved ? await publishGeneration(before, watermark, sealed) : before;
    for (const { week, since } of dirty) await ledger.clearDirty(week, since);
    return { seal, weeks: sealed, kept, repairedDays };
  }

  async function publishGeneration(before: Seal, watermark: string, weeks: readonly string[]): Promise<Seal> {
    const generation = before.generation + 1;
    // A run that crashed before it published may have left this generation half written.
    for (const table of statement.GENERATION_TABLES) await engine.command(statement.dropGeneration(table, generation));
    await engine.command(statement.fillTotals(generation, watermark));
    await fillRecent(engine, { generation, previousGeneration: before.generation, watermark, weeks });
    await ledger.publish({ generation, watermark });
    publishedAt = clock();
    hasOldGenerations = true;
    return ledger.current();
  }

  return {
    runNow: () => {
      running ??= run().finally(() => {
        running = null;
      });
      return running;
    },
  };
}

/** Weeks with raw rows that hold days newly before the watermark, and those that got late rows. */
async function dueWeeks(
  engine: EventsEngine,
  sealedBefore: string,
  watermark: string,
  dirty: readonly string[],
): Promise<string[]> {
  const present = await partitionsOf(engine, 'events');
  return present.filter((week) => {
    const end = isoDate(Date.parse(week) + 7 * DAY_MS);
    return week < watermark && ((watermark > sealedBefore && end > sealedBefore) || dirty.includes(week));
  });
}

/** False if the week has fewer raw rows than were sealed (dropped by retention, or lost): its figures stay. */
async function sealWeek(engine: EventsEngine, week: string, watermark: string): Promise<boolean> {
  await engine.command(statement.emptyStage);
  await engine.command(statement.stageWeek(week, watermark));
  const [compared] = await readForJob<{ sealed: string; staged: string }>(engine, statement.COMPARE_STAGE, { week });
  if (compared === undefined || Number(compared.staged) < Number(compared.sealed)) return false;
  await engine.command(statement.replaceWeek(week));
  return true;
}

type RecentViews = {
  readonly generation: number;
  readonly previousGeneration: number;
  readonly watermark: string;
  readonly weeks: readonly string[];
};

async function fillRecent(engine: EventsEngine, recent: RecentViews): Promise<void> {
  const { generation, previousGeneration, watermark, weeks } = recent;
  const dropScratch = statement.dropGeneration('device_recent', statement.SCRATCH_GENERATION);
  await engine.command(dropScratch);
  for (const week of [...weeks].sort().reverse()) await engine.command(statement.gatherRecent(week, watermark));
  await engine.command(statement.fillRecent(generation, previousGeneration));
  await engine.command(dropScratch);
}

async function dropOtherGenerations(engine: EventsEngine, current: number): Promise<void> {
  for (const table of statement.GENERATION_TABLES) {
    for (const generation of await partitionsOf(engine, table)) {
      if (Number(generation) !== current) await engine.command(statement.dropGeneration(table, Number(generation)));
    }
  }
}
