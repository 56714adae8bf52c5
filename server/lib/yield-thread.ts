import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may hold the thread before it yields. */
const TURN_MS = 10;

/** How long background work, for which no request waits, may hold the thread. */
const QUIET_TURN_MS = 3;
/**
 * Number of turns for which background work yields. A report needs several turns: for the disk, another thread, and the
 * network.
 */
const QUIET_REST_TURNS = 4;

/** The time at which work in this event-loop turn was first measured; null if it has not been measured. */
let begunAt: number | null = null;

/**
 * Yields to the next turn if work has held this turn for too long; otherwise returns immediately. Must be called before
 * each step of work that resolves without I/O. Otherwise, a series of such steps would hold the thread from the first
 * to the last step, despite every `await`.
 */
export async function yieldThread(): Promise<void> {
  if (workedMs() > TURN_MS) await nextTurn();
}

/**
 * Like `yieldThread`, but for steps of background work, such as closing a month: short turns, each followed by several
 * turns for other work. Otherwise, a response that takes ten turns would be delayed in each of them
 * (docs/performance.md#what-others-notice). The cost on an idle server is negligible.
 */
export async function yieldInBackground(): Promise<void> {
  if (workedMs() < QUIET_TURN_MS) return;
  for (let turn = 0; turn < QUIET_REST_TURNS; turn += 1) await nextTurn();
}

/** Returns how long this turn has been working, since the first step that measured it. */
function workedMs(): number {
  if (begunAt !== null) return performance.now() - begunAt;
  begunAt = performance.now();
  setImmediate(() => {
    begunAt = null;
  });
  return 0;
}
