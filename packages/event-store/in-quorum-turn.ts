import { setTimeout as pause } from 'node:timers/promises';
import { engineErrorCode } from './chdb-errors.ts';
import { NothingStoredError, partlyStored } from './events-db.ts';

/** Another insert into the table, or into one that its views write to, has yet to reach its replicas. */
const NOT_ITS_TURN = 286;
const WAIT_MS = 3_000;
const [LEAST_MS, MOST_MS] = [10, 60];

/**
 * Retries an insert until its quorum is free. Only sequential inserts make acknowledged rows visible at every replica
 * that answers. The servers reject a concurrent one instead of queueing it, so processes that insert concurrently retry
 * here for some seconds. A try that the table of a view rejected has already stored rows in `events`. After it, no
 * later try can report that nothing was stored.
 */
export async function inQuorumTurn(insert: () => Promise<void>): Promise<void> {
  const until = performance.now() + WAIT_MS;
  for (let tries = 0; ; tries += 1) {
    try {
      return await insert();
    } catch (error) {
      if (error instanceof NothingStoredError && tries > 0) throw partlyStored(error);
      if (engineErrorCode(error) !== NOT_ITS_TURN || performance.now() > until) throw error;
      // Jitter, so that processes do not retry in step.
      await pause(LEAST_MS + Math.random() * (MOST_MS - LEAST_MS));
    }
  }
}
