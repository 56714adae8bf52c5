import { setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';

const AGAIN_MS = MINUTE_MS;
const GIVE_UP_AFTER_MS = 6 * HOUR_MS;

/**
 * Retries the work every minute while it returns null, which means that another process is sealing or making a backup.
 * Throws after six hours.
 */
export async function untilDone(work: () => Promise<object | number | null>, isStopping: () => boolean): Promise<void> {
  const lastAt = performance.now() + GIVE_UP_AFTER_MS;
  while ((await work()) === null) {
    if (performance.now() > lastAt) throw new Error('Another process has locked the sums for hours.');
    await pause(AGAIN_MS, undefined, { ref: false });
    if (isStopping()) return;
  }
}
