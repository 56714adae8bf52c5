import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { SECOND_MS } from '#domain/durations.ts';
import { sharedWork } from '../../lib/shared-work.ts';
import { type ArchiveHooks, type ArchiveReport, createArchive } from './archive-weeks.ts';
import { repairCampaignCopy } from './campaign-copy.ts';
import { type CompareOptions, type Comparison, compareRollups } from './compare-rollups.ts';
import { partitionsOf } from './each-shard.ts';
import { EventsUnavailableError, type Seal } from './events-db.ts';
import type { EventsStore } from './events-store.ts';
import { noteBrokenParts } from './find-broken-parts.ts';
import { holdLease } from './hold-lease.ts';
import { createHousekeeping } from './housekeeping.ts';
import { createLateWeeksTurn } from './late-weeks-turn.ts';
import type { SealLedger } from './seal-ledger.ts';
import { createSealTidying } from './seal-tidying.ts';
import { createSealWriter, type SealWriter } from './seal-writer.ts';
import { isoDate, watermarkAt, weekEnd } from './weeks.ts';

export type SealReport = {
  /** What readers use from now on. */
  readonly seal: Seal;
  /** Weeks whose figures were computed again (Mondays). */
  readonly weeks: readonly string[];
  /** Of these the ones that lost raw rows: what was sealed before is kept, and what came in since is added. */
  readonly kept: readonly string[];
  /** Days whose campaign copy lacked rows. */
  readonly repairedDays: readonly string[];
  /** Weeks of which raw rows were found to be gone. */
  readonly lost: readonly string[];
};

export type SealJob = {
  /** Seals what is due; cheap when nothing is. Run it every minute: late rows show in totals with the next run. */
  runNow(): Promise<SealReport>;
  /** Compares all rollups with the raw rows and seals anew what differs; null if another process is sealing. */
  compareNow(options?: CompareOptions): Promise<Comparison | null>;
  /**
   * Has only sums kept of all weeks that end not later than an ISO date; null if another process is sealing. Their events
   * leave with a run some time later, when nobody reads them any more.
   */
  archiveNow(until: string, options?: { readonly isDry?: boolean }): Promise<ArchiveReport | null>;
  /** Does something while nothing is sealed; it says before each statement that it is alive. Null if another process is sealing. */
  alone<Result>(work: (prolong: () => Promise<void>) => Promise<Result>): Promise<Result | null>;
  /** Ends a run before its next statement; what it has written so far is nobody's. The ledger is not asked again. */
  close(): Promise<void>;
};

export type SealHooks = Omit<ArchiveHooks, 'lost'> & {
  /** Numbers that nobody reads any more could not be dropped; told once, until they could. */
  readonly untidied?: (error: unknown) => void;
  /** The copy for campaigns lacked rows, and has them now: whoever kept sums of it reads them anew. */
  readonly repaired?: () => Promise<void>;
  /** What time it is by the clock that all processes share; one's own may be wrong by days. */
  readonly time?: () => Promise<number>;
  /** Late events of a week that has so many events for each minute since it was sealed wait; only tests say how many. */
  readonly eventsAMinute?: number;
};

const NOTHING_DONE = { weeks: [], kept: [], repairedDays: [], lost: [] } as const;

/** Only this process knows of its doubtful days, and others begin their runs in the same second. */
const MOST_TRIES = 5;
const TRY_AGAIN_MS = SECOND_MS;

/** A statement that takes longer is ended by closing the events store. */
const END_WITHIN_MS = 1_000;

/**
 * The job that turns closed UTC days into rollups. Nothing is incremented and nothing is replaced: a week is computed from
 * its raw rows and added under a number that was never used before, totals as a new generation, and only then do readers
 * see them, by one write in the ledger. What a crash leaves has numbers that nobody reads, and is dropped by a later run.
 */
export function createSealJob(
  events: EventsStore,
  sealLedger: SealLedger,
  ownClock: () => number,
  { failed, untidied, forgotten, repaired, time, eventsAMinute }: SealHooks = {},
): SealJob {
  const { engine, doubtfulDays } = events;
  /** How far the own clock was ahead when a run began. */
  let aheadMs = 0;
  const clock = () => ownClock() - aheadMs;
  let isClosed = false;
  let holder: string | null = null;
  const ledger = whileOpen(sealLedger, () => isClosed);
  const notTidied = (told: ((error: unknown) => void) | undefined) => (error: unknown) => {
    if (!isClosed) told?.(error);
  };
  const tidying = createSealTidying(engine, ledger, clock);
  const dropOldNumbers = createHousekeeping(clock, notTidied(untidied)).quietly(tidying.tidy);
  const lateWeeks = createLateWeeksTurn(clock, eventsAMinute);
  /** What was found missing after the last report. */
  const lostSince = new Set<string>();
  const archive = createArchive(engine, ledger, clock, {
    ...(forgotten === undefined ? {} : { forgotten }),
    lost: (week) => lostSince.add(week),
    failed: notTidied(failed),
  });
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other in this process, and by the lease among processes. */
  function inTurn<Result>(work: (writer: SealWriter, run: string) => Promise<Result>): Promise<Result | null> {
    const turn = last.then(async () => {
      const run = randomUUID();
      try {
        return await holdLease(ledger, run, async () => {
          holder = run;
          aheadMs = time === undefined ? 0 : ownClock() - (await time());
          await tidying.reserve();
          await dropOldNumbers();
          await archive.settle(run);
          try {
            return await work(createSealWriter(engine, ledger, { run, clock }), run);
          } finally {
            // Also where a full disk was in the way: this makes room.
            await archive.tidy(run);
          }
        });
      } finally {
        holder = null;
      }
    });
    last = turn.catch(() => {});
    return turn;
  }

  async function sealDue(writer: SealWriter, mayWait = false): Promise<SealReport> {
    const known = new Set((await ledger.losses()).map(({ week }) => week));
    const broken = await noteBrokenParts(engine, ledger, clock());
    const report = await sealWeeks(writer, mayWait);
    lateWeeks.sealed(report.weeks);
    const isNew = ({ week }: { week: string }) => !known.has(week) || broken.includes(week) || lostSince.has(week);
    const lost = (await ledger.losses()).filter(isNew).map(({ week }) => week);
    lostSince.clear();
    const repairedDays = await doubtfulDays.repair(engine);
    if (repairedDays.length > 0) await repaired?.();
    return { ...report, repairedDays: [...report.repairedDays, ...repairedDays], lost };
  }

  async function sealWeeks(writer: SealWriter, mayWait: boolean): Promise<Omit<SealReport, 'lost'>> {
    const before = await ledger.current();
    const marked = await writer.takeMarks(mayWait ? lateWeeks.waiting(before) : []);
    // Since system clocks jump: wall time may go back, the watermark must not. Nor may it come before the
    // days of others are over, who would store into them unmarked.
    const nowMs = Math.min(clock(), ownClock());
    const watermark = isoDate(Math.max(watermarkAt(nowMs), Date.parse(before.watermark)));
    const unchanged = { seal: before, ...NOTHING_DONE };
    // After the accounts store was lost, weeks of the archive are found again and have no seals.
    const unsealed = [...before.archive.weeks.keys()].filter((week) => week < watermark && !before.weeks.has(week));
    if (watermark === before.watermark && marked.length === 0 && unsealed.length === 0) return unchanged;

    const present = await partitionsOf(engine, 'events');
    const due = present.filter(
      (week) =>
        week < watermark &&
        !before.archive.weeks.has(week) &&
        ((watermark > before.watermark && weekEnd(week) > before.watermark) || marked.includes(week)),
    );
    const repairedDays: string[] = [];
    for (const week of due)
      for (const day of await repairCampaignCopy(engine, week, weekEnd(week))) repairedDays.push(day);
    const weeks = [...unsealed, ...due].sort();
    if (weeks.length === 0 && watermark === before.watermark) {
      await writer.forgetMarks();
      return unchanged;
    }
    const { seal, kept } = await writer.seal(before, { watermark, weeks, isWhole: before.generation === 0 });
    return { seal, weeks, kept, repairedDays };
  }

  return {
    runNow: sharedWork('while it runs', async () => {
      const run = () => inTurn((writer) => sealDue(writer, true));
      let report = await run();
      for (let tries = 1; report === null && !doubtfulDays.isEmpty() && tries < MOST_TRIES; tries += 1) {
        await setTimeout(TRY_AGAIN_MS, undefined, { ref: false });
        report = await run();
      }
      return report ?? { seal: await ledger.current(), ...NOTHING_DONE };
    }),
    compareNow: (options) =>
      inTurn(async (writer) => {
        if (options?.isDry !== true) await sealDue(writer);
        const comparison = await compareRollups(engine, ledger, writer, options);
        if (options?.isDry !== true && comparison.repairedDays.length > 0) await repaired?.();
        return comparison;
      }),
    archiveNow: (until, { isDry = false } = {}) =>
      inTurn(async (writer, run) => {
        // Also where nothing leaves: so that it is told what would.
        await sealDue(writer);
        return archive.archive(run, until, isDry);
      }),
    alone: (work) => inTurn(({ prolong }) => work(prolong)),
    close: async () => {
      isClosed = true;
      await Promise.race([last, setTimeout(END_WITHIN_MS, undefined, { ref: false })]);
      if (holder !== null) await sealLedger.releaseLease(holder);
    },
  };
}

/** The accounts store is closed soon after the job; to ask a closed one would end the process. */
function whileOpen(ledger: SealLedger, isClosed: () => boolean): SealLedger {
  return new Proxy(ledger, {
    get: (target, name: keyof SealLedger) => {
      if (isClosed()) throw new EventsUnavailableError('The events store is shutting down.', true);
      return target[name];
    },
  });
}
