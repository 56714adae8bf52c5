import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { ENDED_WHILE_CHECKING, STORING_MS } from './import-jobs.ts';
import * as queries from './import-jobs-queries.ts';
import { cleanJob, type Follow, publishJob, StoppedError, TakenOverError } from './publish-job.ts';

/**
 * Cleans up after dead runs. Completes imports that had started to store, ends all others without storing anything, and
 * deletes staged rows. Any process may call this function, even concurrently with others.
 */
export async function tidyImports(
  accounts: AccountsDb,
  holder: string,
  followOf: (kind: string) => Follow | undefined,
): Promise<void> {
  for (const { id, kind } of await queries.findLeft(accounts)) {
    if (!(await queries.takeOver(accounts, { id, holder }, STORING_MS))) continue;
    const own = { id, holder };
    const over = { state: 'failed', failure: ENDED_WHILE_CHECKING, ended_at: Date.now() } as const;
    await queries.endUnpublished(accounts, id, over);
    const job = await queries.findJob(accounts, id);
    if (job?.state === 'publishing')
      await publishJob({ accounts, own, follow: followOf(kind) }).catch((error: unknown) => {
        // The job row records the error; continue with the other jobs.
        if (!(error instanceof StoppedError || error instanceof TakenOverError)) throw error;
        if (error.cause !== undefined) process.stderr.write(`An import stopped: ${String(error.cause)}\n`);
      });
    await cleanJob(accounts, own);
  }
}
