import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may hold the thread before it yields. */
const TURN_MS = 10;

/** How long background work may hold the thread, that is, work that no request waits for. */
const QUIET_TURN_MS = 3;
/**
 * Background work yields for several turns, because a report needs several: for the disk, another thread, and the
 * network.
 */
const QUIET_REST_TURNS = 4;

/** When work in this event-loop turn was first measured; null if it has not been. */
let begunAt: number | null = null;

/**
 * Yields to the next turn if work has held this one for too long; otherwise returns immediately. Call it before each
 * step of work that resolves without I/O. Otherwise, a series of such steps would hold the thread from first to last,
 * despite every `await`.
 */
export async function yieldThread(): Promise<void> {
  if (workedMs() > TURN_MS) await nextTurn();
}

/**
 * Like `yieldThread`, but for steps of background work, such as closing a month: short turns, each followed by several
 * turns for others. Otherwise it would delay every turn of a response that takes ten
 * (docs/performance.md#what-others-notice). Costs next to nothing on an idle server.
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
