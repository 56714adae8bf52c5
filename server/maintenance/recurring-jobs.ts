import { Cron } from 'croner';
import { MINUTE_MS } from '#domain/durations.ts';
import { JOB_RETRY, RECURRING_RETRY, type RetryTimes, withRetries } from '#event-store/retry-steps.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { claimMinute, noteTurn } from '../databases/accounts/job-lease.ts';

/**
 * How often a frequent job records an unchanged outcome. A changed outcome is recorded immediately. Frequent jobs run
 * every minute or second.
 */
const NOTE_EVERY_MS = 10 * MINUTE_MS;
const LONGEST_SENTENCE = 300;

type Needs = {
  readonly accounts: AccountsDb;
  readonly now: () => number;
  /**
   * Returns the time on the clock that all processes share. It determines the current minute, and thus which process
   * runs the job in that minute.
   */
  readonly time?: () => Promise<number>;
  readonly report: (error: unknown, name: string) => void;
  /** Returns whether a newer version has changed the stores. If so, no job starts. */
  readonly isBehind?: () => boolean;
};

type Work = () => Promise<unknown>;

/** Creates the scheduled jobs. Each records its last outcome for the health page. */
export function createRecurringJobs(needs: Needs) {
  const { report } = needs;
  let isStopped = false;
  const turns = createTurns(needs, () => isStopped);
  const jobs: Cron[] = [];
  const start = (pattern: string, name: string, isAlone: boolean, work: Work) => {
    const caught = (error: unknown) => report(error, name);
    jobs.push(new Cron(pattern, { protect: isAlone, catch: caught }, async () => void (await work())));
  };
  return {
    /** Runs the job in every process. */
    inBackground: (pattern: string, name: string, work: Work, isAlone = true) =>
      start(pattern, name, isAlone, () => turns.here(name, work)),
    /** Runs the job in only one of several processes: the one that claims the minute in which the job starts. */
    byOne: (pattern: string, name: string, work: Work) => start(pattern, name, true, () => turns.byOne(name, work)),
    stop: () => {
      isStopped = true;
      for (const job of jobs) job.stop();
    },
  };
}

/**
 * Creates functions that run a job once and record its outcome. The job waits for an unavailable store, so that one
 * dropped connection does not fail it.
 */
export function createTurns(
  { accounts, now, time = async () => now(), report, isBehind = () => false }: Needs,
  isStopping = () => false,
) {
  const noted = new Map<string, { readonly at: number; readonly failure: string | null }>();
  const note = async (name: string, begunAt: number, failure: string | null, endedAt = now()) => {
    noted.set(name, { at: now(), failure });
    // If the store is unavailable, the job has already reported why it failed. The next run will record its outcome.
    await noteTurn(accounts, { job: name, begunAt, endedAt, failure }).catch((error: unknown) => {
      noted.delete(name);
      report(error, `noting how ${name} ended`);
    });
  };
  const ended = async (work: Work, times: RetryTimes, note: (failure: string | null) => Promise<void>) => {
    try {
      await withRetries({ times, report: () => undefined, isStopping }, work);
    } catch (error) {
      await note(sentenceOf(error));
      throw error;
    }
    await note(null);
  };
  return {
    here: async (name: string, work: Work): Promise<void> => {
      if (isBehind()) return;
      const begunAt = now();
      return ended(work, RECURRING_RETRY, async (failure) => {
        const last = noted.get(name);
        const isOld = last === undefined || Math.abs(now() - last.at) >= NOTE_EVERY_MS;
        if (isOld || last.failure !== failure) await note(name, begunAt, failure);
      });
    },
    byOne: async (name: string, work: Work): Promise<void> => {
      if (isBehind()) return;
      const begunAt = await time();
      if (!(await claimMinute(accounts, name, begunAt))) return;
      await ended(work, JOB_RETRY, async (failure) => note(name, begunAt, failure, await time()));
    },
  };
}

/** Returns the first line of the error's message. The log contains the whole error. */
function sentenceOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n');
  return line.slice(0, LONGEST_SENTENCE) || 'The job failed. See the log.';
}
