import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readStoreTime } from '../databases/accounts/store-time.ts';
import * as queries from './jobs-queries.ts';
import { workHere } from './work-here.ts';

type Needs = {
  readonly accounts: AccountsDb;
  readonly config: Config;
  readonly now: () => number;
  readonly report: (error: unknown, kind: string) => void;
  /** A server has the store and has not taken the job yet. */
  readonly tellWaiting: () => void;
  /** What the job notes on its way, as often as that changes. */
  readonly onNote?: (noted: object) => void;
};

/** How it ended: with a result, or why it could not be done. */
export type JobOutcome = { readonly result: object } | { readonly failure: string };

const LOOK_EVERY_MS = 150;
/** A server looks every second; one that has not taken a job for so long was perhaps stopped. */
const UNTAKEN_MS = 5_000;

/**
 * Has a job done on the events store and waits for it: by the server that has the store open, or here where none runs. If
 * this process ends before, the job goes on, or waits for the next server.
 */
export async function askForJob(
  needs: Needs,
  { kind, payload }: { readonly kind: string; readonly payload: string },
): Promise<JobOutcome> {
  const { accounts, now } = needs;
  const id = newId();
  await queries.insertJob(accounts, { id, kind, payload, requested_at: now() });
  let noted = '{}';
  let untakenSince = Number.NEGATIVE_INFINITY;
  for (;;) {
    const job = await queries.findJob(accounts, id);
    if (job === undefined) return { failure: 'The job was deleted while it waited.' };
    if (job.state === 'done') return { result: JSON.parse(job.result) as object };
    if (job.state === 'failed') return { failure: job.failure ?? '' };
    if (job.result !== noted) needs.onNote?.(JSON.parse(job.result) as object);
    noted = job.result;
    const isTaken = job.state === 'running' && job.until_at > (await readStoreTime(accounts, Date.now));
    if (!isTaken && performance.now() - untakenSince > UNTAKEN_MS) {
      const isFirst = untakenSince === Number.NEGATIVE_INFINITY;
      const isHere = await workHere(needs, (runner) => runner.look());
      if (!isHere && !isFirst) needs.tellWaiting();
      untakenSince = performance.now();
    } else {
      if (isTaken) untakenSince = performance.now();
      await pause(LOOK_EVERY_MS);
    }
  }
}
