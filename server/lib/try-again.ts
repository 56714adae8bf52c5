import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '#domain/durations.ts';

/** Together about an hour: a store that is away comes back within it, and work that always fails is not done for ever. */
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 32 * MINUTE_MS;

type Trying = {
  readonly fails: (error: unknown) => void;
  readonly isStopping: () => boolean;
  readonly pauses?: { readonly firstMs: number; readonly longestMs: number };
};

/** Does the work once, and if that fails again after pauses that grow; each failure is told. */
export async function tryAgain(
  work: () => Promise<unknown>,
  { fails, isStopping, pauses = { firstMs: FIRST_PAUSE_MS, longestMs: LONGEST_PAUSE_MS } }: Trying,
): Promise<void> {
  for (let pauseMs = pauses.firstMs; ; pauseMs *= 2) {
    try {
      return void (await work());
    } catch (error) {
      if (isStopping()) return;
      fails(error);
    }
    if (pauseMs > pauses.longestMs) return;
    await pause(pauseMs, undefined, { ref: false });
    if (isStopping()) return;
  }
}
