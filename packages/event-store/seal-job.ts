import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { singleFlight } from '../../server/lib/single-flight.ts';
import { type ArchiveHooks, type ArchiveReport, createArchive } from './archive-weeks.ts';
import { repairCampaignCopy } from './campaign-copy.ts';
import { type CompareOptions, type Comparison, compareRollups } from './compare-rollups.ts';
import { partitionsOf } from './each-shard.ts';
import { repairEventIds } from './event-ids.ts';
import { EventsUnavailableError, type Seal } from './events-db.ts';
import type { EventsStore } from './events-store.ts';
import { noteBrokenParts } from './find-broken-parts.ts';
import { holdLease } from './hold-lease.ts';
import { createHousekeeping } from './housekeeping.ts';
import type { SealLedger } from './seal-ledger.ts';
import { createSealTidying } from './seal-tidying.ts';
import { createSealWriter, type SealWriter } from './seal-writer.ts';
import { isoDate, watermarkAt, weekEnd } from './weeks.ts';

export type SealReport = {
  /** The seal that readers use from now on. */
  readonly seal: Seal;
  /** Weeks (Mondays) whose figures were recomputed. */
  readonly weeks: readonly string[];
  /** The subset of `weeks` that lost raw rows. Their sealed sums are kept, and rows that arrived since are added. */
  readonly kept: readonly string[];
  /** Days whose campaign copy lacked rows. */
  readonly repairedDays: readonly string[];
  /** Weeks with newly found losses of raw rows. */
  readonly lost: readonly string[];
};

export type SealJob = {
  /**
   * Seals the weeks that are due; cheap if there are none. Call this every minute: late rows appear in totals after the
   * next run. If another process is sealing, returns the current seal without weeks.
   */
  runNow(): Promise<SealReport>;
  /** Compares all rollups with the raw rows and reseals the weeks that differ; null if another process is sealing. */
  compareNow(options?: CompareOptions): Promise<Comparison | null>;
  /**
   * Replaces the events of all weeks that end by an ISO date with sums; null if another process is sealing. A later run
   * removes the events once no reader uses them.
   */
  archiveNow(until: string, options?: { readonly isDry?: boolean }): Promise<ArchiveReport | null>;
  /**
   * Runs work while no process seals. The work must renew the lease before each statement. Null if another process is
   * sealing.
   */
  alone<Result>(work: (prolong: () => Promise<void>) => Promise<Result>): Promise<Result | null>;
  /**
   * Ends a run before its next statement; readers never see the run's unpublished rows. Afterwards, the job no longer
   * uses the ledger.
   */
  close(): Promise<void>;
};

export type SealHooks = Omit<ArchiveHooks, 'lost'> & {
  /** Called if unused numbers could not be dropped. The failure is reported once, until a run succeeds. */
  readonly untidied?: (error: unknown) => void;
  /** Called when rows that the campaign copy lacked have been added, so that caches reload its sums. */
  readonly repaired?: () => Promise<void>;
  /** Returns the time on the clock that all processes share; a single process's clock may be wrong by days. */
  readonly time?: () => Promise<number>;
  /**
   * After a seal, a week's late events wait one minute per this number of events in the week. Only tests set this
   * option.
   */
  readonly eventsAMinute?: number;
};

const NOTHING_DONE = { weeks: [], kept: [], repairedDays: [], lost: [] } as const;

/**
 * Maximum number of times that a run with doubtful days tries to get the lease. Only this process knows those days, and
 * other processes start their runs in the same second.
 */
const MOST_TRIES = 5;
const TRY_AGAIN_MS = SECOND_MS;

/** How long a close waits for a running statement. A longer statement ends when the events store closes. */
const END_WITHIN_MS = 1_000;

/**
 * Creates the job that turns closed UTC days into rollups.
 *
 * Nothing is incremented and nothing is replaced:
 * 1. Take the lease, then find raw rows that the engine lost.
 * 2. Repair the IDs and the campaign copy of the weeks that are due.
 * 3. Compute each week from its raw rows and add the sums under a number that was never used before.
 * 4. Add totals and newest views as a new generation.
 * 5. Publish everything with one write in the ledger; only then do readers see the new sums.
 *
 * A crash leaves rows under numbers that readers never use. A later run drops these rows.
 */
export function createSealJob(
  events: EventsStore,
  sealLedger: SealLedger,
  ownClock: () => number,
  { failed, untidied, forgotten, repaired, time, eventsAMinute }: SealHooks = {},
): SealJob {
  const { engine, doubtfulDays } = events;
  /** Milliseconds by which this process's clock was ahead when a run began. */
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
  /** Weeks whose losses were found after the last report. */
  const lostSince = new Set<string>();
  const archive = createArchive(engine, ledger, clock, {
    ...(forgotten === undefined ? {} : { forgotten }),
    lost: (week) => lostSince.add(week),
    failed: notTidied(failed),
  });
  let last: Promise<unknown> = Promise.resolve();

  /** Runs one piece of work after the other: a queue orders work in this process, and the lease orders processes. */
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
            // Tidy even if a full disk stopped the work: tidying frees space.
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
    // System clocks jump. Wall time may go back, but the watermark must not. The watermark must also not pass days that
    // are still open for other processes, which would store events there without marking them.
    const nowMs = Math.min(clock(), ownClock());
    const watermark = isoDate(Math.max(watermarkAt(nowMs), Date.parse(before.watermark)));
    const unchanged = { seal: before, ...NOTHING_DONE };
    // After the accounts store was lost, the job finds archived weeks again, without their seals.
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
    for (const week of due) {
      await repairEventIds(engine, week, weekEnd(week));
      for (const day of await repairCampaignCopy(engine, week, weekEnd(week))) repairedDays.push(day);
    }
    const weeks = [...unsealed, ...due].sort();
    if (weeks.length === 0 && watermark === before.watermark) {
      await writer.forgetMarks();
      return unchanged;
    }
    const { seal, kept } = await writer.seal(before, { watermark, weeks, isWhole: before.generation === 0 });
    return { seal, weeks, kept, repairedDays };
  }

  return {
    runNow: singleFlight('while it runs', async () => {
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
        // A dry run also seals, so that its report is accurate.
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

/**
 * Returns a ledger that throws once the job is closed. The accounts store closes soon after the job, and calling a
 * closed store would end the process.
 */
function whileOpen(ledger: SealLedger, isClosed: () => boolean): SealLedger {
  return new Proxy(ledger, {
    get: (target, name: keyof SealLedger) => {
      if (isClosed()) throw new EventsUnavailableError('The events store is shutting down.', true);
      return target[name];
    },
  });
}

/**
 * Number of events in a week for which late events wait one minute. A week of 25 million events takes 13 s to seal, so
 * late events trigger another seal at most every 25 minutes.
 */
const EVENTS_A_MINUTE = 1_000_000;

/**
 * Decides which weeks were sealed so recently that further late events wait. These events nevertheless appear
 * immediately, because readers take marked weeks from raw rows. After a quiet time, the next run seals the first late
 * event.
 */
export function createLateWeeksTurn(clock: () => number, eventsAMinute = EVENTS_A_MINUTE) {
  const sealedAt = new Map<string, number>();
  return {
    waiting: ({ weeks }: Seal): string[] =>
      [...sealedAt.keys()].filter((week) => {
        const since = clock() - (sealedAt.get(week) ?? 0);
        const waitMs = Math.floor((weeks.get(week)?.events ?? 0) / eventsAMinute) * MINUTE_MS;
        // If the clock went back, the week does not wait.
        if (since >= 0 && since < waitMs) return true;
        sealedAt.delete(week);
        return false;
      }),
    sealed: (weeks: readonly string[]): void => {
      for (const week of weeks) sealedAt.set(week, clock());
    },
  };
}
