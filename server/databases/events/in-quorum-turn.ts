import { setTimeout as pause } from 'node:timers/promises';
import { engineErrorCode } from './chdb-errors.ts';

/** Another insert into the table has yet to reach its replicas: this one was refused before it began. */
const NOT_ITS_TURN = 286;
const WAIT_MS = 3_000;
const [LEAST_MS, MOST_MS] = [10, 60];

/**
 * Only inserts one after the other make what was acknowledged visible at every replica that answers, and the servers refuse
 * a second one instead of having it wait: so processes that store at the same time try again here, for some seconds.
 */
export async function inQuorumTurn(insert: () => Promise<void>): Promise<void> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    try {
      return await insert();
    } catch (error) {
      if (engineErrorCode(error) !== NOT_ITS_TURN || performance.now() > until) throw error;
      // Not in step with the others.
      await pause(LEAST_MS + Math.random() * (MOST_MS - LEAST_MS));
    }
  }
}
