import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { retrySteps } from '#event-store/retry-steps.ts';
import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readStoreTime } from '../databases/accounts/store-time.ts';
import type { ExplainReport } from './explain-query-job.ts';
import { WAITING } from './job-runner.ts';
import * as queries from './jobs-queries.ts';
import { workHere } from './work-here.ts';

type Needs = {
  readonly accounts: AccountsDb;
  readonly config: Config;
  readonly now: () => number;
  readonly report: (error: unknown, kind: string) => void;
  /** Called if the server that has the store open has not taken the job yet. */
  readonly tellWaiting: () => void;
  /** Called with a line for the user while an unavailable store delays the job or this process. */
  readonly tellDelay: (line: string) => void;
  /** Called with the job's progress notes whenever they change. */
  readonly onNote?: (noted: object) => void;
  /** How this process explains queries, for jobs that need it. */
  readonly explainReport?: ExplainReport;
};

/** A job's outcome: its result, or the reason for its failure. */
export type JobOutcome = { readonly result: object } | { readonly failure: string };

const LOOK_EVERY_MS = 150;
/**
 * How long a job may stay untaken before this process tries to run it. A server polls every second, so it may have
 * stopped.
 */
const UNTAKEN_MS = 5_000;

/**
 * Requests a job on the events store and waits for its outcome. The server that has the store open runs the job. If no
 * server is running, this process runs it. If this process exits early, the job continues, or waits for the next
 * server.
 */
export async function askForJob(
  needs: Needs,
  { kind, payload }: { readonly kind: string; readonly payload: string },
): Promise<JobOutcome> {
  const { accounts, now, tellDelay } = needs;
  const patiently = <Result>(step: () => Promise<Result>) => retrySteps(step, { report: tellDelay });
  const id = newId();
  await queries.insertJob(accounts, { id, kind, payload, requested_at: now() });
  let noted = '{}';
  let untakenSince = Number.NEGATIVE_INFINITY;
  for (;;) {
    const job = await patiently(() => queries.findJob(accounts, id));
    if (job === undefined) return { failure: 'The job was deleted before it ran.' };
    if (job.state === 'done') return { result: JSON.parse(job.result) as object };
    if (job.state === 'failed') return { failure: job.failure ?? '' };
    if (job.result !== noted) {
      const { [WAITING]: waiting, ...found } = JSON.parse(job.result) as { [WAITING]?: string };
      if (waiting === undefined) needs.onNote?.(found);
      else tellDelay(waiting);
    }
    noted = job.result;
    const storeTime = await patiently(() => readStoreTime(accounts, Date.now));
    const isTaken = job.state === 'running' && job.until_at > storeTime;
    if (!isTaken && performance.now() - untakenSince > UNTAKEN_MS) {
      const isFirst = untakenSince === Number.NEGATIVE_INFINITY;
      const isHere = await patiently(() => workHere(needs, (runner) => runner.look()));
      if (!isHere && !isFirst) needs.tellWaiting();
      untakenSince = performance.now();
    } else {
      if (isTaken) untakenSince = performance.now();
      await pause(LOOK_EVERY_MS);
    }
  }
}
